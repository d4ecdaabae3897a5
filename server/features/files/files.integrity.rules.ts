/** The damage of a stored file; null when it is intact. */
export type Damage = 'missing' | 'damaged' | null;

/** A stored file or thumbnail that differs from its row. */
export type Problem = {
  id: string;
  file_name: string;
  /** Null for a file of a held request. */
  request_id: number | null;
  held_request_id: number | null;
  thumbnail: boolean;
  damage: 'missing' | 'damaged';
};

/** Formats a problem as a line for the operator. */
export const lineOf = ({ id, file_name, request_id, held_request_id, thumbnail, damage }: Problem): string =>
  `${damage.toUpperCase()}: ${id}${thumbnail ? ' (small picture)' : ''} ${JSON.stringify(file_name)} of ${
    request_id === null ? `held request ${held_request_id}` : `request ${request_id}`
  }`;

/** @param stored what the store has under the key; null when there is nothing */
export function damageOf(
  row: { file_size: number; sha256: Uint8Array },
  stored: { size: number; sha256: Buffer } | null,
): Damage {
  if (!stored) return 'missing';
  return stored.size === row.file_size && stored.sha256.equals(row.sha256) ? null : 'damaged';
}

/** Whether these bytes are a complete WebP picture. Its header states its length. */
export function isWholeWebp(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF') return false;
  return bytes.toString('latin1', 8, 12) === 'WEBP' && bytes.readUInt32LE(4) + 8 === bytes.length;
}
