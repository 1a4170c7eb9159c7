// The only file that names the library.
export { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
