import type { Selectable } from 'kysely';
import type { MailSettings } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';

export type SettingsRow = Selectable<MailSettings>;
type Choices = Pick<SettingsRow, 'switched_off' | 'sender_name' | 'sender_address' | 'reply_to'>;

export const readSettings = (db: Database): Promise<SettingsRow> =>
  db.selectFrom('mail_settings').selectAll().executeTakeFirstOrThrow();

export const lockSettings = (tx: Tx): Promise<SettingsRow> =>
  tx.selectFrom('mail_settings').selectAll().forUpdate().executeTakeFirstOrThrow();

export const writeSettings = (tx: Tx, choices: Choices, change: { by: number; at: Date }): Promise<SettingsRow> =>
  tx
    .updateTable('mail_settings')
    .set((set) => ({ ...choices, version: set('version', '+', 1), changed_at: change.at, changed_by: change.by }))
    .returningAll()
    .executeTakeFirstOrThrow();
