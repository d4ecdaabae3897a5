import { randomInt } from 'node:crypto';

const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const symbols = (count: number) =>
  Array.from({ length: count }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('');

/** REQ-XXXXXXXXX-XXXXX (spec §2 Track): 14 random symbols, 72 bits; nothing in it can be guessed from another one. */
export const newTrackingId = () => `REQ-${symbols(9)}-${symbols(5)}`;
