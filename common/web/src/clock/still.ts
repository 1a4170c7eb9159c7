// A clock only accepts presses: no zoom, no selection, no browser menu.
const together = 350; // ms between two touches that some browsers take for a zoom
const near = 30; // px

export function standStill(): void {
  let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  const stop = (event: Event) => event.preventDefault();
  for (const kind of ["contextmenu", "selectstart", "dragstart", "gesturestart"])
    document.addEventListener(kind, stop);
  document.addEventListener("dblclick", stop);
  document.addEventListener("wheel", stop, { passive: false });
  document.addEventListener(
    "touchend",
    (event) => {
      const touch = event.changedTouches[0];
      if (!touch) return;
      const { clientX: x, clientY: y } = touch;
      const again = event.timeStamp - last.at < together;
      if (again && Math.hypot(x - last.x, y - last.y) < near) event.preventDefault();
      last = { at: event.timeStamp, x, y };
    },
    { passive: false },
  );
}

// A low tone: it is never the only signal.
let sound: AudioContext | null = null;
export function lowTone(): void {
  try {
    sound ??= new AudioContext();
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = 160;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.18);
  } catch {
    // without sound
  }
}
