// The data that this device stores: its key for each board, and the commands not sent yet.
import type { Sent } from "./messages";

export interface OwnKey {
  board: number;
  device: number;
  log: string;
  key: CryptoKey;
}
// `wall` is its instant by the wall clock: a reload loses the steady clock.
export interface Unsent {
  id: string;
  board: number;
  wall: number;
  message: Sent;
}

const keys = "keys";
const unsent = "unsent";

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open("flagfall.clock", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(keys, { keyPath: "board" });
      request.result.createObjectStore(unsent, { keyPath: "id" });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

let database: Promise<IDBDatabase> | null = null;

async function run<T>(
  store: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  database ??= opened();
  const transaction = (await database).transaction(store, mode);
  const request = act(transaction.objectStore(store));
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => failed(transaction.error);
  });
}

export const keepKey = (own: OwnKey): Promise<unknown> =>
  run(keys, "readwrite", (store) => store.put(own));

export async function ownKey(board: number): Promise<OwnKey | null> {
  return (await run<OwnKey | undefined>(keys, "readonly", (store) => store.get(board))) ?? null;
}

export const keepUnsent = (one: Unsent): Promise<unknown> =>
  run(unsent, "readwrite", (store) => store.put(one));

export const dropUnsent = (id: string): Promise<unknown> =>
  run(unsent, "readwrite", (store) => store.delete(id));

export async function allUnsent(board: number): Promise<Unsent[]> {
  const all = await run<Unsent[]>(unsent, "readonly", (store) => store.getAll());
  return all.filter((one) => one.board === board).sort((a, b) => a.wall - b.wall);
}
