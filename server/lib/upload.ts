/**
 * An uploaded file, on the store's disk until the call ends. Its name is only a label, and its bytes are not checked yet.
 * `size` in bytes, `sha256` of the bytes as they were sent.
 */
export type Upload = { name: string; size: number; sha256: Buffer; path: string };
