/** What an API key may read. An endpoint names the scope that opens it to keys (`contract/endpoint.ts`). */
export const keyScopes = ['requests:read', 'customers:read', 'reports:read'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What each scope is called on screens, and what it opens. */
export const scopeTexts: Readonly<Record<KeyScope, { label: string; opens: string }>> = {
  'requests:read': {
    label: 'Requests',
    opens: 'All requests and their counts: each with its customer, notes, history, photos and documents.',
  },
  'customers:read': { label: 'Customers', opens: 'All customers, with their contact details and their requests.' },
  'reports:read': { label: 'Reports', opens: 'Reports, analytics, and the technicians with their requests.' },
};

/** The beginning of every API key, by which secret scanners find a published one. */
export const KEY_PREFIX = 'sb_';

export const KEY_NAME_MAX = 60;
/** The maximum number of keys that work at the same time. */
export const LIVE_KEYS_MAX = 20;
/** The maximum number of keys in the list. Those that work come first, then the newest of the others. */
export const KEYS_LISTED = 100;

export const keyStates = ['live', 'expired', 'ended'] as const;
export type KeyState = (typeof keyStates)[number];

export const keyTexts = {
  nameRequired: 'Name is required',
  nameTaken: 'Another API key has this name',
  scopeRequired: 'Please choose what the key may read',
  pastDay: 'The last day must not be in the past',
  refused: 'This API key does not work',
  tooMany: `There are ${LIVE_KEYS_MAX} API keys. End one to make another.`,
} as const;
