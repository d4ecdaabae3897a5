/** One file as it came in: its name is only a label, its bytes are not checked yet. */
export type Upload = { name: string; bytes: Buffer };
