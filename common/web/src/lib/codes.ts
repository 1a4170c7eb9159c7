// The commands that print a code for each board of a round.

// The boards in runs: [1, 2, 3, 7] is "1-3" and "7".
export function runsOf(boards: readonly number[]): string[] {
  const sorted = [...new Set(boards)].sort((a, b) => a - b);
  const starts = sorted.filter((board, at) => board - 1 !== sorted[at - 1]);
  return starts.map((first, at) => {
    const last = sorted[sorted.indexOf(starts[at + 1] ?? 0) - 1] ?? sorted.at(-1) ?? first;
    return first === last ? `${first}` : `${first}-${last}`;
  });
}

// As a shell takes it for one word.
const word = (text: string): string =>
  /^[\w./:@%+,~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export function printCommands(boards: readonly number[], data: string, at: string): string {
  const places = `--data ${word(data || "CLOCKS")} --at ${word(at || "HOST:PORT")}`;
  return runsOf(boards)
    .map((run) => `clockd enrol --board ${run} --sheet codes-${run}.html ${places}`)
    .join("\n");
}
