import { contact } from '#contract/contact.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { createRequestBody, enterRequestBody } from '#contract/request-forms.ts';
import { requests } from '#contract/requests.ts';
import { type CallOptions, call } from '#web/lib/api-client.ts';
import { formResolver } from '#web/lib/forms/checks/form-resolver.ts';
import { callWithFiles } from '#web/lib/pictures/unreadable-files.ts';

/** The form's checks (spec §5) and its calls. Loaded with the first focus, because they are larger than the form. */
export const resolver = formResolver(createRequestBody);
/** The same for an admin, who enters a request of any priority. */
export const officeResolver = formResolver(createRequestBody.extend({ priority: enterRequestBody.shape.priority }));

/** Resolves the contact message that a request was made from. */
export const resolveMessage = (id: number) =>
  call(contact.setStatus, { params: { id: String(id) }, body: { status: 'resolved' } });

type Submission = CallOf<typeof requests.create>;

/**
 * Sends the form. An admin enters the request in their own name, and without the hidden field.
 * @param office the contact message that an admin makes the request from, if any; null for a customer
 * @returns the tracking ID, and the id for an admin
 * @throws ApiError, also when a file can't be read any longer
 */
export const send = (...given: Parameters<typeof create>) =>
  callWithFiles(given[0].files ?? [], () => create(...given));

async function create(
  submission: Submission,
  office: { contact: number | null } | null,
  options: CallOptions,
): Promise<{ external_id: string; id: number | null }> {
  if (!office) return { ...(await call(requests.create, submission, options)).request, id: null };
  const { website: _, ...fields } = submission.body;
  const body = { ...fields, ...(office.contact !== null && { contact_message_id: office.contact }) };
  return (await call(requests.enter, { ...submission, body }, options)).request;
}
