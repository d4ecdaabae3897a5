/** What has no width in a text: zero-width characters, direction marks, soft hyphens and the like. */
const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** `Ana <ana@example.com>`, as mail programs copy an address. */
const BRACKETED = /^[^<>]*<([^<>]+)>$/;

/** The address in a copied link, which may have a subject as well. */
function linkedAddress(link: string): string {
  const [address = ''] = link.slice('mailto:'.length).split('?');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * An email address without what comes along when it is copied: invisible characters, `mailto:`, angle brackets and a name before
 * them. In lower case, because addresses are compared without case. Cleaning twice changes nothing more.
 */
export function cleanEmail(text: string): string {
  const shown = text.replace(HIDDEN, '').trim();
  const plain = BRACKETED.exec(shown)?.[1] ?? (/^mailto:/i.test(shown) ? linkedAddress(shown) : shown);
  return plain === shown ? shown.toLowerCase().normalize('NFC') : cleanEmail(plain);
}

/** How earlier releases may have stored an address. A person who types it as it is now still finds the account. */
export const storedSpellings = (email: string): string[] => [
  email,
  ...[`<${email}>`, `mailto:${email}`, `<mailto:${email}>`],
];

/**
 * The simple address pattern of spec §5: one @, a dot inside what follows it, no spaces. It reads each character once:
 * the dot is the first one that is not right behind the @.
 */
export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** The messages of spec §5 for an address that a form refuses: of the public forms, and of forms about users. */
export const EMAIL_INVALID = 'Please enter a valid email';
export const USER_EMAIL_INVALID = 'Please enter a valid email address';
export const isEmailRefusal = (message: unknown) => message === EMAIL_INVALID || message === USER_EMAIL_INVALID;

/** In bytes, as mail servers count them (RFC 5321). */
const NAME_MAX = 64;
const LABEL_MAX = 63;
const ADDRESS_MAX = 254;

const called: Readonly<Record<string, string>> = { '.': 'dot', ',': 'comma', ';': 'semicolon' };
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** The domain as mail servers look it up; null when there can't be such a domain. */
function lookedUp(domain: string): string | null {
  try {
    const { hostname } = new URL(`http://${domain}`);
    // A web address writes other widths and forms of a letter as the plain letter. A mail program doesn't.
    return domain.normalize('NFKC') === domain ? hostname : null;
  } catch {
    return null;
  }
}

function domainProblem(domain: string): string | null {
  const strange = /[^\p{L}\p{M}\p{N}.-]/u.exec(domain)?.[0];
  if (strange) return `Remove the “${strange}” after the @.`;
  if (/^-|-$|-\.|\.-/.test(domain)) return 'Remove the hyphen next to a dot, to the @ or at the end.';
  const host = lookedUp(domain);
  if (host === null || /\.\d+$/.test(host)) return 'Check the part after the @.';
  return host.split('.').some((label) => label.length > LABEL_MAX) ? 'The part after the @ is too long.' : null;
}

/**
 * What to correct in an address that the simple pattern accepts and that a mail server would refuse; null when it can be sent to.
 * @param email as `cleanEmail` returns it
 */
export function emailProblem(email: string): string | null {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  if (email.includes('..')) return 'Remove one of the two dots in a row.';
  if (email.startsWith('.')) return 'Remove the dot at the beginning.';
  if (name.endsWith('.')) return 'Remove the dot before the @.';
  if (domain.startsWith('.')) return 'Remove the dot after the @.';
  const last = called[email.at(-1) ?? ''];
  if (last) return `Remove the ${last} at the end.`;
  if (/[,;]/.test(email)) return 'Enter only one address.';
  const strange = /[\p{C}()<>[\]\\:"]/u.exec(name)?.[0];
  if (strange) return `Remove the “${strange}” before the @.`;
  if (bytesOf(name) > NAME_MAX) return 'The part before the @ is too long.';
  const problem = domainProblem(domain);
  if (problem) return problem;
  return bytesOf(`${name}@${lookedUp(domain)}`) > ADDRESS_MAX ? 'The address is too long.' : null;
}

/** What to correct in an address that a form refuses; null when the form's own message says it all. */
export function emailHint(text: string): string | null {
  const email = cleanEmail(text);
  return EMAIL.test(email) ? emailProblem(email) : null;
}
