/** Letters and digits that nobody confuses when they are read out or copied by hand. */
const SYMBOLS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Larger bytes are drawn again, so that every symbol is equally likely. */
const FAIR = 256 - (256 % SYMBOLS.length);

function symbol(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < FAIR ? SYMBOLS.charAt(byte % SYMBOLS.length) : symbol();
}

/** A random password of 79 bits, in groups, such as `k7mq-x2vd-9hpt-w4ca`. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, symbol).join('')).join('-');
