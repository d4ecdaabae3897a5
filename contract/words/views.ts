/** The tables whose columns and density a person chooses. */
export const chosenTables = ['admin-dashboard', 'all-requests', 'auditor-requests', 'contacts'] as const;
export type ChosenTable = (typeof chosenTables)[number];

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The most views of one person. */
export const VIEWS_MAX = 50;
export const VIEW_NAME_MAX = 40;
/** The most characters of a view's filters: a search of the full length, with each character as an address writes it, and the rest. */
export const VIEW_QUERY_MAX = 2_500;
/** The most columns that a choice hides. */
export const HIDDEN_COLUMNS_MAX = 20;

export const viewTexts = {
  nameRequired: 'Name is required',
  nameTaken: 'You already have a view with this name',
  tooMany: `You have ${VIEWS_MAX} views. Delete one to save another.`,
} as const;
