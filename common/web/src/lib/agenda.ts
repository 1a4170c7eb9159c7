// What is due at an instant, found without a look at what is not.

export interface Due {
  until: number; // performance.now(); infinity: never
}

const slotMs = 1000;
const slotOf = (ms: number): number => Math.floor(ms / slotMs);

export class Agenda<T extends Due> {
  #slots = new Map<number, Set<T>>();
  #from = Number.POSITIVE_INFINITY; // no earlier slot has anything

  put(one: T, until: number): void {
    this.drop(one);
    one.until = until;
    if (until === Number.POSITIVE_INFINITY) return;
    const slot = slotOf(until);
    const held = this.#slots.get(slot);
    if (held) held.add(one);
    else this.#slots.set(slot, new Set([one]));
    this.#from = Math.min(this.#from, slot);
  }

  drop(one: T): void {
    const slot = slotOf(one.until);
    const held = this.#slots.get(slot);
    if (held?.delete(one) && held.size === 0) this.#slots.delete(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.#from = Number.POSITIVE_INFINITY;
  }

  // Takes out what is due.
  take(now: number): T[] {
    const found: T[] = [];
    const last = slotOf(now);
    for (; this.#from <= last && this.#slots.size > 0; this.#from += 1) {
      const held = [...(this.#slots.get(this.#from) ?? [])].filter((one) => one.until <= now);
      for (const one of held) this.drop(one);
      found.push(...held);
      if (this.#from === last) break; // what is left in it comes later in this second
    }
    return found;
  }
}
