import { contact, submitContactBody } from '#contract/contact.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api-client.ts';
import { formResolver } from '#web/lib/forms/checks/form-resolver.ts';

/** The form's checks (spec §5) and its call. Loaded with the first focus, because they are larger than the form. */
export const resolver = formResolver(submitContactBody);

export const send = (message: CallOf<typeof contact.submit>) => call(contact.submit, message);
