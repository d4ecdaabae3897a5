import { expect } from 'vitest';
import { aHeldRequest } from '../factories.ts';
import { id, type Prepare } from './inputs.ts';
import { refusedWorkTraces } from './refused-work.ts';

/** A submission with something in the hidden field. */
export const someHeld: Prepare = async ({ test }) => id((await aHeldRequest(test)).id);

/** The entries in the trail of the calls that decide about what waits for the office. */
export const waitingTraces = {
  ...refusedWorkTraces,
  'heldRequests.accept': {
    action: 'requests.accept_held',
    entity: 'request',
    of: 'new',
    before: null,
    after: expect.objectContaining({ customer_email: 'dana@whitfield.example', held_request_id: expect.any(Number) }),
  },
  'heldRequests.remove': {
    action: 'requests.delete_held',
    entity: 'held_request',
    before: expect.objectContaining({ title: 'Dark parking lot', hidden_text: 'https://whitfield.example', files: [] }),
    after: null,
  },
} as const;
