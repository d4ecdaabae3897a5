/** The tables whose columns and density a user can choose. */
export const chosenTables = ['admin-dashboard', 'all-requests', 'auditor-requests', 'contacts'] as const;
export type ChosenTable = (typeof chosenTables)[number];

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The maximum number of views per user. */
export const VIEWS_MAX = 50;
export const VIEW_NAME_MAX = 40;
/** The maximum length of a view's filters: the longest search with every character URL-encoded, and the other filters. */
export const VIEW_QUERY_MAX = 2_500;
/** The maximum number of hidden columns. */
export const HIDDEN_COLUMNS_MAX = 20;

export const viewTexts = {
  nameRequired: 'Name is required',
  nameTaken: 'You already have a view with this name',
  tooMany: `You have ${VIEWS_MAX} views. Delete one to save another.`,
} as const;
