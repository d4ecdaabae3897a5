import type { LoggedMail, MailSettings } from '#contract/mail.ts';
import { switchableMailKinds } from '#contract/words/mail.ts';
import type { LoggedRow } from './mail.log.repo.ts';
import type { SettingsRow } from './mail.repo.ts';

/** Presents rows of mails in responses and events. */

/** How mails are delivered: through a mail server, or to files without one. */
export const routeOf = (server: string | null): MailSettings['route'] => ({
  to: server === null ? 'files' : 'server',
  server,
});

export const isSwitchable = (kind: string): boolean => switchableMailKinds.some((one) => one === kind);

/** The settings that the office chooses, without kinds that can no longer be switched off. */
export const choicesOf = ({ switched_off, sender_name, sender_address, reply_to }: SettingsRow) => ({
  switched_off: switchableMailKinds.filter((kind) => switched_off.includes(kind)),
  sender_name,
  sender_address,
  reply_to,
});

/**
 * Presents the settings.
 * @param defaults the sender where the office chose none
 * @param server the mail server, as the office sees it
 */
export const presentSettings = (
  row: SettingsRow,
  { defaults, server }: { defaults: MailSettings['defaults']; server: string | null },
): MailSettings => ({
  ...choicesOf(row),
  version: row.version,
  updated_at: row.changed_at.toISOString(),
  defaults,
  route: routeOf(server),
});

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null;

/** Presents a mail in the send log, with the request that it is about. */
export const presentMail = ({ request_id, external_id, ...row }: LoggedRow): LoggedMail => ({
  ...row,
  created_at: row.created_at.toISOString(),
  tried_at: isoOrNull(row.tried_at),
  next_try_at: isoOrNull(row.next_try_at),
  done_at: isoOrNull(row.done_at),
  set_aside_at: isoOrNull(row.set_aside_at),
  request: request_id === null || external_id === null ? null : { id: request_id, external_id },
});
