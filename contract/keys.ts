import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { calendarDate, pathId, requiredText, rowId, time, withoutHidden } from './text.ts';
import { KEY_NAME_MAX, keyScopes, keyStates, keyTexts } from './words/keys.ts';

/** An API key without its secret, which is returned once, when the key is made. */
const apiKey = z.object({
  id: rowId,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  state: z.enum(keyStates),
  /** The key works until the end of this day, in the business's time zone; null when it does not expire. */
  last_day: calendarDate.nullable(),
  /** To the minute; null when the key was never used. */
  last_used_at: time.nullable(),
  created_at: time,
  /** The key belongs to the business: it works on when its maker is deactivated. */
  created_by: z.object({ id: rowId, name: z.string(), is_active: z.boolean() }),
  ended_at: time.nullable(),
  /** The name of the admin who ended the key. */
  ended_by: z.string().nullable(),
});
export type ApiKeyInfo = z.infer<typeof apiKey>;

/** A key as the audit trail records it. */
export const keyContent = apiKey.pick({ name: true, scopes: true, last_day: true });

export const createKeyBody = z
  .strictObject({
    name: withoutHidden(requiredText(keyTexts.nameRequired, KEY_NAME_MAX)),
    scopes: z
      .array(z.enum(keyScopes), keyTexts.scopeRequired)
      .min(1, keyTexts.scopeRequired)
      .transform((chosen) => keyScopes.filter((scope) => chosen.includes(scope))),
    last_day: calendarDate.nullable().default(null),
  })
  .meta({ examples: [{ name: 'Accounting', scopes: ['requests:read', 'customers:read'], last_day: '2099-12-31' }] });

export const keys = {
  list: endpoint({
    kind: 'json',
    summary: 'Lists the API keys: those that work, then the newest of the others.',
    refuses: [],
    method: 'GET',
    path: '/keys',
    access: ['admin'],
    response: z.object({ keys: z.array(apiKey) }),
  }),
  // Without an Idempotency-Key: the answer is stored with one, and the secret must not be.
  create: endpoint({
    kind: 'json',
    summary: 'Makes an API key. The answer is the only one that has its secret.',
    refuses: ['conflict'],
    method: 'POST',
    path: '/keys',
    access: ['admin'],
    body: createKeyBody,
    status: 201,
    response: z.object({ key: apiKey, secret: z.string() }),
  }),
  end: endpoint({
    kind: 'json',
    summary: 'Ends an API key. Its next call is refused. A key that does not work any more stays as it is.',
    refuses: ['not_found'],
    method: 'DELETE',
    path: '/keys/:id',
    access: ['admin'],
    params: z.strictObject({ id: pathId }),
    response: z.object({ key: apiKey }),
  }),
};
