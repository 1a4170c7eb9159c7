// Usage: node lint.mjs DOCUMENT: prints the faults that redocly.yaml finds, and then exits with 1.
import { formatProblems, getTotals, lint, loadConfig } from "@redocly/openapi-core";
import { fileURLToPath } from "node:url";

const config = await loadConfig({
  configPath: fileURLToPath(new URL("redocly.yaml", import.meta.url)),
});
const problems = await lint({ ref: process.argv[2], config });
const totals = getTotals(problems);
formatProblems(problems, { format: "codeframe", totals, version: "" });
console.log(`${totals.errors} errors, ${totals.warnings} warnings`);
process.exit(problems.length > 0 ? 1 : 0);
