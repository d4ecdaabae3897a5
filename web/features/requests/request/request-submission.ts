import { zodResolver } from '@hookform/resolvers/zod';
import type { CallOf } from '#contract/endpoint.ts';
import { createRequestBody, requests } from '#contract/requests.ts';
import { type CallOptions, call } from '#web/lib/api-client.ts';

/** The form's checks (spec §5), and the call: what weighs most comes when somebody begins to write. */
export const resolver = zodResolver(createRequestBody);

export const send = (submission: CallOf<typeof requests.create>, options: CallOptions) =>
  call(requests.create, submission, options);
