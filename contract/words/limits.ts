/**
 * The length of a text in characters as every limit counts them: code points, composed (NFC). How a letter was typed makes no
 * difference, and an emoji that is one sign of Unicode is one character.
 */
export const textLength = (text: string): number => [...text.normalize('NFC')].length;
/** The beginning of a text, of at most `max` characters. */
export const firstOf = (text: string, max: number): string => [...text.normalize('NFC')].slice(0, max).join('');
/** The most UTF-16 units that are typed for one character: a decomposed letter with three marks, or two pairs. */
export const UNITS_PER_CHARACTER = 4;

/** The maximum lengths of texts in characters. Schemas refuse longer texts, and form fields show the excess. */
export const textLimits = {
  name: 100,
  email: 254,
  phone: 40,
  address: 300,
  town: 40,
  requestTitle: 150,
  requestDescription: 5_000,
  serviceType: 60,
  /** A note of staff on a request. */
  requestNote: 2_000,
  /** The customer's feedback about the finished work. */
  feedback: 2_000,
  contactMessage: 5_000,
  contactNotes: 5_000,
  baseLocation: 120,
  password: 256,
  search: 200,
} as const;

/** The maximum lengths of the business details. */
export const businessLimits = {
  name: 80,
  tagline: 120,
  street: 120,
  city: 80,
  region: 40,
  postalCode: 20,
  country: 2,
  serviceArea: 120,
  license: 120,
  timeZone: 60,
  closureName: 60,
  linkName: 40,
  linkAddress: 300,
} as const;
/** The maximum numbers of closed days and links in the business details. */
export const CLOSURES_MAX = 60;
export const LINKS_MAX = 8;

/** The maximum number of rows on a page, and the default. */
export const PAGE_ROWS_MAX = 200;
export const PAGE_ROWS_DEFAULT = 50;
/** The maximum for rows that include their newest requests. More of these large rows would delay other calls. */
export const PAGE_HISTORIES_MAX = 50;

/**
 * The number of rows that can be reached by paging. PostgreSQL reads all rows before a page, so a deep page would cost
 * as much as the list.
 */
export const PAGED_MAX = 10_000;

/** A search is counted and paged up to this many rows, because exact counts of common words take seconds on a million rows. */
export const MATCHED_MAX = 1_000;
/**
 * How many of each a request shows at once, the newest ones. Nothing that is recorded is refused for it: earlier notes and files are read in
 * steps of as many, and the audit trail has the rest.
 */
export const shownOfRequest = { notes: 100, files: 50, history: 100, evidence: 20, visits: 20 } as const;
/** The first pages of a request search count up to this many rows. Later pages count up to `MATCHED_MAX`. */
export const MATCHED_FIRST = 300;

/** The maximum number of towns that a filter offers. */
export const TOWNS_MAX = 1_000;

/** The maximum number of requests in a bulk change. */
export const BULK_MAX = 100;

/** The maximum number of entries on a page of the audit trail. */
export const AUDIT_PAGE_ROWS = 50;

/** The validity of a customer link to the printed work order, in days. */
export const WORK_ORDER_LINK_DAYS = 30;
