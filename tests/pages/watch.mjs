// Records the messages on WebSockets, how many the page closed (`left`) and how many were closed
// by the server (`cutOff`), what the page sent and when it was answered, the side that is shown to
// run, and requests to the screen, whose lock is lost when a page is hidden; lets the wall clock
// jump, as after a sleep, in which the steady clock stands. Instants are of that, in ms.
window.left = 0; window.cutOff = 0;
window.heard = []; window.wrote = []; window.answered = {}; window.jump = 0; window.touches = [];
window.ran = []; window.menus = []; window.back = 0; window.lag = 0;
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      heard.push(message);
      answered[message.id] ??= performance.now();
    });
    this.addEventListener("close", () => { if (!this.leaves) window.cutOff += 1; });
  }
  send(text) {
    wrote.push({...JSON.parse(text), at: performance.now()});
    super.send(text);
  }
  close(...args) {
    if (!this.leaves) window.left += 1;
    this.leaves = true;
    super.close(...args);
  }
};
const now = Date.now;
Date.now = () => now() + window.jump;
window.asked = []; window.released = 0;
const held = new Set();
Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
  asked.push(performance.now());
  const lock = new EventTarget();
  held.add(lock);
  lock.release = async () => {
    if (!held.delete(lock)) return;
    window.released += 1;
    lock.dispatchEvent(new Event("release"));
  };
  return lock;
}}});
// A page is hidden or shown by the browser, or by hide(), where that is emulated.
window.hide = (yes) => {
  Object.defineProperty(document, "visibilityState",
                        {value: yes ? "hidden" : "visible", configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
};
let away = false;
const isBack = () => {
  if (away) { window.back = performance.now(); window.lag = 0; }
  away = false;
};
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") return isBack();
  away = true;
  for (const lock of [...held]) void lock.release();
}, true);
addEventListener("pageshow", (event) => { if (event.persisted) isBack(); }, true);
// The longest time for which the machine ran nothing of the page since then.
let ticked = performance.now();
setInterval(() => {
  const here = performance.now();
  if (ticked >= back) window.lag = Math.max(lag, here - ticked);
  ticked = here;
}, 5);
new MutationObserver(() => {
  const side = document.querySelector(".half.runs")?.classList[1] ?? "";
  if (ran.at(-1)?.side !== side) ran.push({side, at: performance.now()});
}).observe(document, {subtree: true, childList: true, attributeFilter: ["class"]});
addEventListener("pointerdown", (event) => touches.push(event.timeStamp), true);
addEventListener("pointerup", (event) => window.lifted = event.timeStamp, true);
addEventListener("contextmenu", (event) => setTimeout(() => menus.push(event.defaultPrevented)));
