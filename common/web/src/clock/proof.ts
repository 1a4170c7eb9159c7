// Proofs of our identity and clockd's: docs/protocol.md, section 1, with the browser's crypto.
// Keys stay inside it: no script can read a key.

export interface Said {
  name: string;
  device: number;
  log: string;
  nonce: string;
  theirs: string;
}
export interface Code {
  device: number;
  letters: string;
}
type Piece = string | number;

const rounds = 100_000;
const hmac = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = text.match(/[0-9a-f]{2}/g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

// Each piece is preceded by its length in 8 bytes.
export function joined(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const texts = pieces.map((piece) => encoder.encode(String(piece)));
  const all = new Uint8Array(texts.reduce((sum, text) => sum + 8 + text.length, 0));
  const view = new DataView(all.buffer);
  let at = 0;
  for (const text of texts) {
    view.setUint32(at + 4, text.length);
    all.set(text, at + 8);
    at += 8 + text.length;
  }
  return all;
}

const pieces = (label: string, said: Said, ...more: Piece[]): Uint8Array<ArrayBuffer> =>
  joined([label, "device", said.name, said.device, said.log, said.nonce, said.theirs, ...more]);

async function mac(key: CryptoKey, label: string, said: Said): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, pieces(label, said)));
}

const keyOf = (bytes: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytes, hmac, false, ["sign", "verify"]);

// "3-4SVQ-941D-9YSM" in any case; O is 0, I and L are 1.
export function readCode(text: string): Code | null {
  const read = text.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  const parts = /^(\d{1,10})-([0-9A-HJKMNP-TV-Z-]+)$/.exec(read);
  const letters = (parts?.[2] ?? "").replace(/-/g, "");
  return letters.length === 12 ? { device: Number(parts?.[1]), letters } : null;
}

export async function codeKey(code: Code, log: string): Promise<CryptoKey> {
  const own = await crypto.subtle.importKey("raw", encoder.encode(code.letters), "PBKDF2", false, [
    "deriveBits",
  ]);
  const salt = encoder.encode(`flagfall: the code of device ${code.device} in ${log}`);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return keyOf(await crypto.subtle.deriveBits(how, own, 256));
}

export const codeProof = async (key: CryptoKey, said: Said): Promise<string> =>
  hex(await mac(key, "flagfall: the device has the code", said));

export const ownProof = async (key: CryptoKey, said: Said): Promise<string> =>
  hex(await mac(key, "flagfall: the peer proves", said));

export const isClockd = (key: CryptoKey, said: Said, proof: string): Promise<boolean> =>
  crypto.subtle.verify("HMAC", key, unhex(proof), pieces("flagfall: clockd proves", said));

// The device's own key, from clockd's answer to a code; null if the answer is not from clockd.
export async function unsealed(
  key: CryptoKey,
  said: Said,
  answer: { device: number; board: number; sealed: string; proof: string },
): Promise<CryptoKey | null> {
  const must = pieces(
    "flagfall: clockd has enrolled",
    said,
    answer.device,
    answer.board,
    answer.sealed,
  );
  if (!(await crypto.subtle.verify("HMAC", key, unhex(answer.proof), must))) return null;
  const pad = await mac(key, "flagfall: the key is sealed", said);
  return keyOf(unhex(answer.sealed).map((byte, i) => byte ^ (pad[i] ?? 0)));
}
