/** The most characters a text may have. The schemas refuse more; the form fields count what is too much. */
export const textLimits = {
  name: 100,
  email: 254,
  phone: 40,
  address: 300,
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

/** The same for the business's own details, which one admin edits. */
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
/** The most closed days and links that the business's details hold. */
export const CLOSURES_MAX = 60;
export const LINKS_MAX = 8;

/** The most rows on one page of a list, and how many come when a call does not say. */
export const PAGE_ROWS_MAX = 200;
export const PAGE_ROWS_DEFAULT = 50;
/** Rows that bring their newest requests along are so large that more of them would hold up the calls of others. */
export const PAGE_HISTORIES_MAX = 50;

/** The rows of a list that have pages. PostgreSQL reads all rows before a page, so that a deep one would cost as much as the list. */
export const PAGED_MAX = 10_000;

/** Exact counts of common words take seconds on a million rows: a search is counted, and paged, up to here. */
export const MATCHED_MAX = 1_000;
/** How far the first pages of a search of requests count. Later pages count further, up to `MATCHED_MAX`. */
export const MATCHED_FIRST = 300;

/** The most requests that one bulk change may name. */
export const BULK_MAX = 100;

/** The most entries on one page of the audit trail. */
export const AUDIT_PAGE_ROWS = 50;

/** How long a customer's link to the printed work order is valid, in days. */
export const WORK_ORDER_LINK_DAYS = 30;
