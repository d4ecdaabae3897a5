/** The local storage key of what was typed in the request form. */
export const DRAFT_KEY = 'request_draft';
/** The IndexedDB key of the files that were chosen there. */
export const DRAFT_FILES_KEY = 'request_draft_files';
