import { z } from 'zod';
import type { Idempotency } from '#contract/endpoint.ts';
import type { enterRequestBody } from '#contract/request-forms.ts';
import type { Deps } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Actor } from '#server/lib/actor.ts';
import type { Upload } from '#server/lib/inbox.ts';
import * as files from '../../files/files.service.ts';
import type { StoredAnswer } from '../../idempotency/idempotency.service.ts';
import { submittedColumns } from '../requests.present.rules.ts';
import * as held from './held.repo.ts';
import { submitOnce, withNewTrackingId } from './submission.service.ts';

const heldAnswer = z.object({ external_id: z.string() });
const answer: StoredAnswer<z.output<typeof heldAnswer>> = {
  schema: heldAnswer,
  today: async (_, stored) => heldAnswer.parse(stored),
};

type Submission = {
  scope: string;
  body: z.output<typeof enterRequestBody>;
  /** What the hidden field had. */
  hidden: string;
  files: readonly Upload[];
  idempotency: Idempotency | undefined;
};

/**
 * Holds a submission for the office, with its files and a tracking ID that answers like a new request's. Nobody is notified, and no
 * customer is created.
 * @throws 400 for a file that is refused, as for every submission
 */
export function hold(deps: Deps, visitor: Actor, { scope, body, hidden, files: uploads, idempotency }: Submission) {
  const call = { scope, actor: visitor, idempotency, answer };
  return submitOnce(deps, call, uploads, async (tx, deps, checked) => {
    const at = deps.now();
    const row = { ...submittedColumns(body), hidden_text: hidden, created_at: at };
    const { id, external_id } = await withNewTrackingId(deps, (external_id) =>
      held.insert(tx, { ...row, external_id }),
    );
    await files.attach(tx, checked, { heldRequestId: id, uploadedBy: null, at });
    await announce(tx, visitor, {
      type: 'request.held',
      request: { id, external_id, title: body.title, priority: body.priority },
      customer: { name: body.customerName, email: body.customerEmail },
      files: checked.map(({ name }) => name),
      hidden_text: hidden,
    });
    return { external_id };
  });
}
