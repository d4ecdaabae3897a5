import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** Two edits of one version of whatever has a version. Requests: server/features/requests/requests.merge.test.ts. */

let test: TestApp;
let ada: Person;
let olive: Person;
beforeAll(async () => {
  test = await testApp({}, { BACKUP_DIR: '/backups' });
  ada = await as(test, 'admin', { name: 'Ada' });
  olive = await as(test, 'admin', { name: 'Olive' });
});
afterAll(() => test.close());

type Row = { version: number } & Record<string, unknown>;
type Change = Readonly<Record<string, unknown>>;
type Subject = {
  kind: string;
  table: 'users' | 'settings' | 'mail_settings' | 'backup_settings' | 'contact_messages' | 'views';
  /** Changes of one field, and of another one. */
  one: readonly [Change, Change];
  other: Change;
  /** What a refusal calls the field, and the whole row. */
  called: readonly [field: string, whole: string];
  /** A row, as it is now, and edits of it. */
  begin: () => Promise<{
    read: () => Promise<Row>;
    /** Sends the edit of a form that showed `seen`. */
    edit: (who: Person, seen: Row, change: Change) => Promise<{ status: number; body: Refusal }>;
  }>;
};
type Refusal = { message?: string; details?: { field: string; message: string }[] | undefined };

const pick = (row: Row, fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, row[field]]));
const open = { opens: '08:00', closes: '12:00' };
const pathOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });

const subjects: readonly Subject[] = [
  {
    kind: 'a user',
    table: 'users',
    one: [{ phone: '(407) 555-0101' }, { phone: '(407) 555-0102' }],
    other: { base_location: 'Tampa' },
    called: ['the phone', 'this user'],
    begin: async () => {
      const user = await aUser(test, 'technician');
      const fields = ['name', 'email', 'phone', 'role', 'base_location', 'is_active', 'version'];
      return {
        read: async () => (await ada.call(api.users.get, pathOf(user))).user,
        edit: (who, seen, change) =>
          who.attempt(api.users.update, { ...pathOf(user), body: { ...pick(seen, fields), ...change } }),
      };
    },
  },
  {
    kind: 'business details',
    table: 'settings',
    one: [{ hours: { ...sampleBusiness.hours, sunday: open } }, { hours: { ...sampleBusiness.hours, saturday: open } }],
    other: { socials: [{ name: 'LinkedIn', url: 'https://social.example/us' }] },
    called: ['the hours', 'the settings'],
    begin: async () => ({
      read: async () => (await ada.call(api.settings.get, {})).settings,
      edit: (who, { updated_at: _, ...seen }, change) =>
        who.attempt(api.settings.update, { body: { ...seen, ...change } }),
    }),
  },
  {
    kind: 'mail settings',
    table: 'mail_settings',
    one: [{ switched_off: ['status_changed'] }, { switched_off: ['contact_received'] }],
    other: { sender_name: 'Night Desk' },
    called: ['the emails that are sent', 'the mail settings'],
    begin: async () => ({
      read: async () => (await ada.call(api.mail.settings, {})).settings,
      edit: (who, seen, change) => {
        const fields = ['switched_off', 'sender_name', 'sender_address', 'reply_to', 'version'];
        return who.attempt(api.mail.updateSettings, { body: { ...pick(seen, fields), ...change } });
      },
    }),
  },
  {
    kind: 'backup settings',
    table: 'backup_settings',
    one: [{ keep_daily: 8 }, { keep_daily: 9 }],
    other: { enabled: true },
    called: ['the number of days', 'the back-up settings'],
    begin: async () => ({
      read: async () => (await ada.call(api.backups.settings, {})).settings,
      edit: (who, seen, change) => {
        const fields = ['enabled', 'at_time', 'keep_daily', 'keep_weekly', 'keep_monthly', 'version'];
        return who.attempt(api.backups.updateSettings, { body: { ...pick(seen, fields), ...change } });
      },
    }),
  },
  {
    kind: 'a contact message',
    table: 'contact_messages',
    one: [{ notes: 'Called.' }, { notes: 'Wrote.' }],
    other: { status: 'contacted' },
    called: ['the notes', 'this message'],
    begin: async () => {
      const body = { name: 'Dana', email: 'dana@whitfield.example', message: 'Four of nine are out.' };
      await test.caller().call(api.contact.submit, { body });
      const [message] = (await ada.call(api.contact.list, { query: { limit: '1' } })).data.contacts;
      if (!message) throw new Error('no message');
      return {
        read: async () => (await ada.call(api.contact.get, pathOf(message))).data.contact,
        edit: (who, { version }, change) =>
          who.attempt('notes' in change ? api.contact.setNotes : api.contact.setStatus, {
            ...pathOf(message),
            body: { ...change, version },
          }),
      };
    },
  },
  {
    kind: 'a saved view',
    table: 'views',
    one: [{ hidden: ['rating'] }, { hidden: ['customer', 'rating'] }],
    other: { name: 'North lot' },
    called: ['the columns', 'this view'],
    begin: async () => {
      const owner = await as(test, 'admin', { name: 'Olive' });
      const content = { name: 'North', query: 'search=north', hidden: [], density: 'compact' as const };
      const { view } = await owner.call(api.views.create, { body: content });
      return {
        read: async () => (await owner.call(api.views.list, {})).views[0] as Row,
        // A view has one owner, on two devices.
        edit: (_who, { id: _, ...seen }, change) =>
          owner.attempt(api.views.update, { ...pathOf(view), body: { ...seen, ...change } as never }),
      };
    },
  },
];

const fieldOf = (change: Change) => Object.keys(change)[0] as string;
const when = String.raw`\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M`;

describe.each(subjects)('two edits of one version of $kind', ({ table, one, other, called, begin }) => {
  const [first, second] = one;
  const [field, whole] = called;

  it('are both saved when their fields differ', async () => {
    const { read, edit } = await begin();
    const seen = await read();
    await edit(olive, seen, first);
    expect((await edit(ada, seen, other)).status).toBe(200);
    expect(await read()).toMatchObject({ ...first, ...other });
    await edit(ada, await read(), pick(seen, [...Object.keys(first), ...Object.keys(other)]));
  });

  it('collide in the same field, which is named', async () => {
    const { read, edit } = await begin();
    const seen = await read();
    await edit(olive, seen, first);
    const late = await edit(ada, seen, second);
    expect([late.status, await read()]).toMatchObject([409, first]);
    expect(late.body.message).toMatch(new RegExp(`^Olive changed ${field} on ${when}\\.$`));
    expect(late.body.details).toEqual([{ field: fieldOf(first), message: late.body.message }]);
    await edit(olive, await read(), pick(seen, Object.keys(first)));
  });

  it('do not collide over a value that was changed back', async () => {
    const { read, edit } = await begin();
    const seen = await read();
    await edit(olive, seen, first);
    await edit(olive, await read(), pick(seen, Object.keys(first)));
    expect((await edit(ada, seen, second)).status).toBe(200);
    expect(await read()).toMatchObject(second);
    await edit(ada, await read(), pick(seen, Object.keys(first)));
  });

  it('collide as a whole where the row kept no changes', async () => {
    const { read, edit } = await begin();
    const seen = await read();
    await edit(olive, seen, first);
    await test.deps.db.updateTable(table).set({ recent_changes: '[]', changes_from: 0 }).execute();
    const late = await edit(ada, seen, other);
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(new RegExp(`^Olive changed ${whole} on ${when}\\.$`));
  });
});

it('a whole form leaves a list of texts in every script as it is now', async () => {
  const read = async () => (await ada.call(api.settings.get, {})).settings;
  const edit = async ({ updated_at: _, ...seen }: Awaited<ReturnType<typeof read>>, change: Change) =>
    ada.attempt(api.settings.update, { body: { ...seen, ...change } });
  const closures = [{ name: '"Christmas" \\ é 節 \u{1F4A1} \u2028', date: '2026-12-25' }];
  await edit(await read(), { closures });
  const seen = await read();
  await edit(seen, { closures: [] });
  expect((await edit(seen, { tagline: 'Lights on' })).status).toBe(200);
  expect(await read()).toMatchObject({ closures: [], tagline: 'Lights on' });
});
