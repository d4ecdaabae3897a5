import { zodResolver } from '@hookform/resolvers/zod';
import type { CallOf } from '#contract/endpoint.ts';
import { createRequestBody } from '#contract/request-forms.ts';
import { requests } from '#contract/requests.ts';
import { type CallOptions, call } from '#web/lib/api-client.ts';

/** The form's checks (spec §5) and its call. Loaded with the first focus, because they are larger than the form. */
export const resolver = zodResolver(createRequestBody);

export const send = (submission: CallOf<typeof requests.create>, options: CallOptions) =>
  call(requests.create, submission, options);
