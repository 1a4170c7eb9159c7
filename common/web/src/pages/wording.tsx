// The record's own sentences, if a page shows them in another language.
import { t } from "../lib/text";

interface Props {
  shown: string;
  record: readonly string[];
}

export function Wording({ shown, record }: Props) {
  const others = record.filter((text) => text !== shown);
  if (others.length === 0) return null;
  return (
    <details class="wording">
      <summary>{t("board.wording")}</summary>
      {others.map((text) => (
        <p lang="en" key={text}>
          {text}
        </p>
      ))}
    </details>
  );
}
