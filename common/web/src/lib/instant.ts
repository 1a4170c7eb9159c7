// The same time on both sides: the clocks' instants, as this device sees them. Only intervals of
// this device's steady clock count; its wall clock has no effect.

interface Sample {
  taken: number; // by our clock, ms
  trip: number; // there and back, ms
  ahead: number; // instants minus our clock, us
}

const most = 16;
const oldest = 60_000;
const stepAbove = 150_000; // us; a smaller difference is made up gradually
const slewPerMs = 150; // us

export class Instants {
  #samples: Sample[] = [];
  #shown: number | null = null;
  #at = 0;

  // An instant that was requested at `sent` and arrived at `came`, both by our clock.
  add(sent: number, came: number, instantUs: number): void {
    const ahead = instantUs - ((sent + came) / 2) * 1000;
    this.#samples.push({ taken: came, trip: came - sent, ahead });
    this.#samples = this.#samples.slice(-most).filter((one) => came - one.taken < oldest);
  }

  // After a sleep no measurement is valid.
  forget(): void {
    this.#samples = [];
    this.#shown = null;
  }

  // The one with the shortest trip errs least, by at most half of its trip; means err more.
  #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>(
      (best, one) => (best && best.trip <= one.trip ? best : one),
      undefined,
    );
  }

  known(): boolean {
    return this.#samples.length > 0;
  }

  // The largest possible error, ms.
  doubt(): number {
    return (this.#best()?.trip ?? Number.POSITIVE_INFINITY) / 2;
  }

  // The instant for one of our clock's, us.
  at(ours: number): number {
    const best = this.#best()?.ahead;
    if (best === undefined) return (this.#shown ?? 0) + ours * 1000;
    if (this.#shown === null || Math.abs(best - this.#shown) > stepAbove) this.#shown = best;
    const room = Math.max(0, ours - this.#at) * slewPerMs;
    this.#shown += Math.max(-room, Math.min(room, best - this.#shown));
    this.#at = ours;
    return this.#shown + ours * 1000;
  }
}
