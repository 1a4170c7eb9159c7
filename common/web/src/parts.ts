// What tests look at without a browser; no page has it.

import { codes } from "./text/codes";
import { control } from "./text/control_de";
import { de } from "./text/de";
import { en } from "./text/en";
import { files } from "./text/files_de";
import { questions } from "./text/questions_de";
import { records } from "./text/record_de";
import { answers } from "./text/server_de";
import { setup } from "./text/setup";
import { sheets } from "./text/sheets";

export { answerTo, formOf, kindsOfAct, undoOf } from "./lib/acts";
export { Agenda } from "./lib/agenda";
export { printCommands, runsOf } from "./lib/codes";
export { conditions, signature, staysFor, worst } from "./lib/condition";
export { meaningOf } from "./lib/control";
export { isFound, Tally } from "./lib/counts";
export { faultText, notesOf, takeFileWords } from "./lib/files";
export { faultOf, parseBoards, parseTime, readingText, timeText } from "./lib/form";
export { clockText, moveText, nextChange, timeOfDay } from "./lib/format";
export { Instants } from "./lib/instant";
export { forMany, forResult } from "./lib/many_acts";
export { otherForm, othersOf } from "./lib/more_acts";
export { optionText, rulingText, shownEvidence, takeTeller } from "./lib/record";
export { plyLines, timeLines } from "./lib/scale";
export {
  answerWords,
  boardSentences,
  questionText,
  refusalText,
  sentences,
  translate,
} from "./lib/server";
export { differencesOf, moveNumber } from "./lib/sheets";
export { speak } from "./lib/text";
export { displayedMs, shownMs } from "./lib/ticker";
export { title } from "./lib/words";
export const catalogues = { en, de };
export const ofPages = { codes, setup, sheets };
export const controls = { de: control };
export const filesOf = { de: files };
export const servers = { de: { ...answers, ...questions } };
export const recordsOf = { de: records };
export { drawn, face, stays } from "./clock/digits";
export { answered, delayLeft, isOlder, reading, withPresses } from "./clock/model";
export * as proof from "./clock/proof";
