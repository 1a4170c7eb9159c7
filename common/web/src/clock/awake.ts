// The screen stays on during a game, and the battery is watched.
import { signal } from "../lib/signals";

export const mayDarken = signal(false); // the system refused to keep the screen on
export const battery = signal<{ percent: number; charging: boolean } | null>(null);

let wanted = false;
let held: WakeLockSentinel | null = null;

async function hold(): Promise<void> {
  if (!wanted || held || document.visibilityState !== "visible") return;
  try {
    const lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      held = null;
    });
    held = lock;
    mayDarken.value = false;
    if (!wanted) await lock.release();
  } catch {
    mayDarken.value = wanted;
  }
}

export function keepAwake(yes: boolean): void {
  wanted = yes;
  if (yes) void hold();
  else {
    mayDarken.value = false;
    void held?.release();
  }
}

interface Battery extends EventTarget {
  level: number;
  charging: boolean;
}

export function watchPower(): void {
  document.addEventListener("visibilitychange", () => void hold());
  addEventListener("pageshow", () => void hold());
  addEventListener("pointerup", () => void hold()); // some allow it only inside a gesture
  const { getBattery } = navigator as { getBattery?: () => Promise<Battery> };
  void getBattery?.call(navigator).then((found) => {
    const take = () => {
      battery.value = { percent: Math.round(found.level * 100), charging: found.charging };
    };
    for (const change of ["levelchange", "chargingchange"]) found.addEventListener(change, take);
    take();
  });
}
