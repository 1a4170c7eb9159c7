// A text with its values, in the form that its language requires.
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Text = string | Plural;
export type Values = Record<string, string | number>;

export function fill(text: Text, values: Values, rules: Intl.PluralRules): string {
  const form =
    typeof text === "string" ? text : (text[rules.select(Number(values.n))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
