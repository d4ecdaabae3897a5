/**
 * One file as it came in, on the store's disk until the call ends: its name is only a label, its bytes are not checked yet.
 * `size` in bytes, `sha256` of the bytes as they were sent.
 */
export type Upload = { name: string; size: number; sha256: Buffer; path: string };
