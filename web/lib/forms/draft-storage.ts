/** The local storage key of what was typed in the request form. */
export const DRAFT_KEY = 'request_draft';
/** The IndexedDB key of the files that were chosen there. Those of an office's draft have its id after it. */
export const DRAFT_FILES_KEY = 'request_draft_files';
/** The session storage key of the tracking ID of the request that this tab sent last. */
export const LAST_REQUEST_KEY = 'last_request';
/** The session storage key of what was typed in the contact form. */
export const CONTACT_DRAFT_KEY = 'contact_draft';
