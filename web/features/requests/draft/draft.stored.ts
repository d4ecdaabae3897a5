import { defineRecords } from '#web/lib/stored/records.ts';
import { defineStored } from '#web/lib/stored/stored.ts';

/** Seven days in milliseconds: how long a draft is kept. */
export const KEPT_MS = 7 * 24 * 3_600_000;

/** What a customer typed in the request form: one draft for all tabs of this browser. */
export const storedDraft = defineStored({ key: 'request_draft', scope: 'device', endsWith: 'sign-out', ttl: KEPT_MS });

/** The key of a customer's chosen files. Those of an office's draft have its id after it. */
export const DRAFT_FILES_KEY = 'request_draft_files';

/** The files that were chosen in the request form, by draft. */
export const storedFiles = defineRecords<File[]>({
  database: 'keyval-store',
  store: 'keyval',
  endsWith: 'sign-out',
  isEnded: (key) => key.startsWith(DRAFT_FILES_KEY),
});
