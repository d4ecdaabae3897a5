/** The local storage key of what was typed in the request form. */
export const DRAFT_KEY = 'request_draft';
/** The IndexedDB key of the files that were chosen there. Those of an office's draft have its id after it. */
export const DRAFT_FILES_KEY = 'request_draft_files';
/** The session storage key of the requests that the office began to enter in this tab. */
export const OFFICE_DRAFTS_KEY = 'request_drafts';
/**
 * The local storage key without which no tab shows the office's drafts. Its value begins with the admin's id and a colon. A logout and
 * the sign-in of somebody else remove it, and so end the drafts in every tab.
 */
export const OFFICE_KEY = 'request_office';
/** The session storage key of the tracking ID of the request that this tab sent last. */
export const LAST_REQUEST_KEY = 'last_request';
/** The session storage key of what was typed in the contact form. */
export const CONTACT_DRAFT_KEY = 'contact_draft';
