// One ruling on its way: chosen, shown with what it does, confirmed. Its id is made when the sheet
// opens and kept until it is answered, so that a double tap or a lost answer rules once.
import { whyNoUndoOf } from "./acts";
import { ask, eventPath, newId, Refused, type Schemas } from "./api";
import type { FileSentence, Remarks } from "./files";
import { type Act, type Field, type Form, faultOf, given, offers, type Values } from "./form";
import { actor } from "./key";
import { lost } from "./session";
import { signal } from "./signals";
import { type Key, language, t } from "./text";

export interface Preview {
  status: "done" | "repeated" | "confirm";
  confirm?: string;
  text: string[];
  own?: boolean; // these words are the page's
  consequences?: Schemas["desk_answer"]["consequences"];
  notes?: readonly FileSentence[]; // the first ones of the text, in this language
}
type Answer = Schemas["desk_answer"] & Schemas["event_answer"];
export type Step = "choose" | "confirm" | "done";

const show = "show"; // as a token: nothing is done

// Few acts have any: their words come with the first ones.
async function notesIn(text: string[], remarks?: Remarks): Promise<readonly FileSentence[]> {
  if (text.length === 0 || language.value === "en") return text.map(plain);
  const { noteWords, notesOf } = await import("./files");
  await noteWords();
  return notesOf(text, remarks);
}
const plain = (text: string): FileSentence => ({ text, english: false });

export class Ruling {
  readonly step = signal<Step>("choose");
  readonly values = signal<Values>({});
  readonly preview = signal<Preview | null>(null);
  readonly changed = signal(false); // the game has moved on since the preview
  readonly before = signal<Preview | null>(null); // what was shown until then
  readonly wrong = signal("");
  readonly busy = signal(false);
  readonly #id = newId();
  #act: object = { type: "" }; // as it was shown: the hall may go on before it is confirmed

  constructor(
    readonly form: Form,
    readonly game: string, // empty for an act of the office
  ) {
    const start = form.fields.filter((field) => field.start);
    this.values.value = Object.fromEntries(start.map((field) => [field.name, field.start ?? ""]));
    if (form.proposed) {
      this.setAll(form.proposed);
      void this.show();
    }
  }

  set(name: string, value: string): void {
    this.setAll({ [name]: value });
  }

  setAll(values: Values): void {
    this.values.value = { ...this.values.value, ...values };
  }

  // The fields of the chosen act.
  fields(): Field[] {
    return this.form.fields.filter((field) => field.when?.(this.values.value) !== false);
  }

  ready(): boolean {
    const values = this.values.value;
    return this.fields().every(
      (field) =>
        (!field.needed || !!values[field.name]?.trim()) &&
        offers(field, values[field.name]) &&
        !faultOf(field, values),
    );
  }

  #body(confirm: string): object {
    const { article, reason } = this.values.value;
    return {
      id: this.#id,
      act: this.#act,
      ...(this.form.event ? { event: this.form.event } : { game: this.game }),
      ...(this.form.event && confirm === show ? {} : given("confirm", confirm)),
      ...(this.form.event ? {} : given("article", article)),
      ...given("reason", reason),
      ...given("by", actor()),
    };
  }

  // Does nothing; shows what would be done.
  async show(): Promise<void> {
    this.#act = this.form.act(this.values.value);
    const text = this.#ours();
    if (!text) return this.#send(show);
    this.preview.value = { status: "confirm", text, own: true };
    this.step.value = "confirm";
  }

  #ours(): string[] | null {
    return this.form.says?.(this.values.value) ?? null;
  }

  // Why it will not be taken back, if that is so.
  stays(): Key | null {
    return whyNoUndoOf(this.#act as Act);
  }

  async confirm(pin: string): Promise<void> {
    const shown = this.preview.value;
    if (shown) await this.#send(shown.confirm ?? "", pin);
  }

  back(): void {
    this.step.value = "choose";
    this.preview.value = null;
    this.changed.value = false;
    this.wrong.value = "";
  }

  async #send(confirm: string, pin = ""): Promise<void> {
    if (this.busy.value) return;
    this.busy.value = true;
    this.wrong.value = "";
    try {
      const headers: Record<string, string> = pin === "" ? {} : { "X-Flagfall-Pin": pin };
      const { event } = this.form;
      const path = event ? `${eventPath(event)}/acts` : "/desk/acts";
      const answer = await ask<Answer>("POST", path, this.#body(confirm), headers);
      const { status, consequences, text, says } = answer;
      const said = text ?? says ?? [];
      const first = said.slice(0, Math.max(0, said.length - (consequences?.steps?.length ?? 0)));
      const notes = await notesIn(first, text ? answer.remarks : answer.saysRemarks);
      const shown = { status, consequences, notes, text: said, confirm: answer.confirm };
      this.#take(shown as Preview, confirm === show);
    } catch (error) {
      this.#refused(error);
    } finally {
      this.busy.value = false;
    }
  }

  #take(answer: Preview, asked: boolean): void {
    if (answer.status !== "confirm") {
      this.step.value = "done";
      return;
    }
    this.changed.value = !asked && !this.#ours();
    this.before.value = this.changed.value ? this.preview.value : null;
    this.preview.value = answer;
    this.step.value = "confirm";
  }

  #refused(error: unknown): void {
    if (!(error instanceof Refused)) {
      this.wrong.value = t("sheet.noAnswer");
      return;
    }
    if (error.status === 401) return lost();
    if (error.confirm !== "") {
      const { text, confirm } = error;
      this.preview.value = { status: "confirm", text: [text], own: true, confirm };
      return;
    }
    this.wrong.value = error.text;
    if (error.status === 422) this.step.value = "choose";
  }
}
