import { expect, it } from 'vitest';
import type { LoggedRow } from './mail.log.repo.ts';
import { choicesOf, presentMail, presentSettings } from './mail.present.rules.ts';
import type { SettingsRow } from './mail.repo.ts';

const at = new Date('2026-03-01T12:00:00Z');
const settings = {
  switched_off: ['request_completed', 'password_reset', 'request_received'],
  sender_name: '',
  sender_address: '',
  reply_to: '',
  version: 2,
  changed_at: at,
} as unknown as SettingsRow;
const defaults = { sender_name: 'Example Lighting', sender_address: 'desk@example.com', reply_to: 'desk@example.com' };

it('only kinds that can be switched off are off, in the order of all kinds', () => {
  expect(choicesOf(settings).switched_off).toEqual(['request_received', 'request_completed']);
});

it('mails go to files until a mail server is configured', () => {
  const routeWith = (server: string | null) => presentSettings(settings, { defaults, server }).route;
  expect(routeWith(null)).toEqual({ to: 'files', server: null });
  expect(routeWith('mail.example.com:587')).toEqual({ to: 'server', server: 'mail.example.com:587' });
});

it('a mail names its request, and has no time of what has not happened', () => {
  const row = { id: 5, created_at: at, tried_at: at, next_try_at: null, done_at: null };
  const mail = (request_id: number | null, external_id: string | null) =>
    presentMail({ ...row, request_id, external_id } as LoggedRow);
  expect(mail(7, 'REQ-1')).toEqual({
    id: 5,
    created_at: at.toISOString(),
    tried_at: at.toISOString(),
    next_try_at: null,
    done_at: null,
    set_aside_at: null,
    request: { id: 7, external_id: 'REQ-1' },
  });
  expect(mail(null, null).request).toBeNull();
});
