import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Deps } from '#server/deps.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { hasPoppler, readPdf } from '#server/testing/pdf.ts';
import { aSession } from '#server/testing/people.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { sendDue } from '../mail/mail.send.service.ts';
import { mailMonth } from './reports.monthly.service.ts';

describe('the report of a month', () => {
  // The business of the tests is in New York: 7:00 there.
  const DUE = '2026-04-01T11:00:00Z';
  const clock = aClock('2026-03-20T15:00:00Z');
  let server: MailServer;
  let test: TestApp;
  let ada: Person;
  let deps: Deps;
  beforeAll(async () => {
    server = await startMailServer();
    test = await testApp({ now: clock.now }, { SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example' });
    deps = test.deps;
  });
  beforeEach(async () => {
    clock.set('2026-03-20T15:00:00Z');
    server.received.length = 0;
    for (const table of ['monthly_reports', 'monthly_report_readers', 'mail_outbox'])
      await sql`delete from ${sql.table(table)}`.execute(deps.db);
    ada = await as(test, 'admin', { name: 'Ada Admin' });
  });
  afterAll(async () => {
    await test.close();
    await server.stop();
  });
  const choose = (admin: Person, isWanted: boolean) =>
    admin.call(api.reports.chooseMonthly, { body: { is_wanted: isWanted } });
  async function mailAt(instant: string) {
    clock.set(instant);
    await mailMonth(deps);
    await sendDue(deps);
    return reports().map(({ to, subject }) => ({ to: to?.map(({ address }) => address), subject }));
  }
  const reports = () =>
    server.received.map(({ mail }) => mail).filter(({ subject }) => subject?.startsWith('Report of'));

  it('is not mailed to anybody who did not ask for it', async () => {
    expect((await ada.call(api.reports.monthly, {})).monthly).toEqual({
      is_wanted: false,
      last_month: '2026-02-01',
      next_at: '2026-04-01T11:00:00.000Z',
    });
    expect(await mailAt(DUE)).toEqual([]);
  });

  it('is mailed once, with the report as a PDF and a link to the page', async () => {
    await aRequest(test, { title: 'Dark stairs' });
    expect((await choose(ada, true)).monthly.is_wanted).toBe(true);
    expect(await mailAt('2026-04-01T10:59:59Z')).toEqual([]);
    const mails = [{ to: [ada.email], subject: `Report of March 2026 - ${test.business.name}` }];
    expect(await mailAt(DUE)).toEqual(mails);
    expect(await mailAt('2026-04-01T12:00:00Z')).toEqual(mails);
    const [mail] = reports();
    expect(mail?.text).toContain('https://desk.example/dashboard/admin/reports');
    expect(mail?.attachments).toMatchObject([{ filename: 'report-2026-03.pdf', mimeType: 'application/pdf' }]);
    const pdf = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await mailAt('2026-05-01T11:00:00Z')).toHaveLength(2);
  });

  it('is mailed later when no instance ran at that time', async () => {
    await choose(ada, true);
    expect(await mailAt('2026-04-03T09:30:00Z')).toHaveLength(1);
  });

  it('is not mailed for months before the admin asked', async () => {
    clock.set('2026-04-02T15:00:00Z');
    await choose({ ...ada, ...test.caller(await aSession(test, ada.id)) }, true);
    expect(await mailAt('2026-04-02T16:00:00Z')).toEqual([]);
    expect(await mailAt('2026-05-01T11:00:00Z')).toHaveLength(1);
  });

  it('is mailed to every active admin who wants it, and to nobody else', async () => {
    const bert = await as(test, 'admin');
    const cleo = await as(test, 'admin');
    const dora = await as(test, 'admin');
    const emil = await as(test, 'admin');
    for (const admin of [ada, bert, cleo, dora, emil]) await choose(admin, true);
    await choose(bert, false);
    await ada.call(api.users.toggleStatus, { params: { id: String(cleo.id) }, body: {} });
    await ada.call(api.users.remove, { params: { id: String(dora.id) } });
    const { name, email } = emil;
    const body = { name, email, role: 'technician', is_active: true } as const;
    await ada.call(api.users.update, { params: { id: String(emil.id) }, body });
    expect((await mailAt(DUE)).map(({ to }) => to)).toEqual([[ada.email]]);
  });

  it('is mailed once by two instances that find it due together', async () => {
    await choose(ada, true);
    clock.set(DUE);
    await Promise.all([mailMonth(deps), mailMonth(deps), mailMonth(deps)]);
    await sendDue(deps);
    expect(server.received).toHaveLength(1);
  });

  it('is chosen twice without a second entry in the trail', async () => {
    await choose(ada, true);
    await choose(ada, true);
    const entries = await deps.db
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'reports.choose_monthly')
      .where('actor_id', '=', ada.id)
      .execute();
    expect(entries).toHaveLength(1);
  });

  it('is for admins only', async () => {
    const auditor = await as(test, 'auditor');
    const technician = await as(test, 'technician');
    for (const [who, status] of [
      [test.caller(), 401],
      [auditor, 403],
      [technician, 403],
    ] as const) {
      expect((await who.attempt(api.reports.monthly, {})).status).toBe(status);
      expect((await who.attempt(api.reports.monthlyDocument, {})).status).toBe(status);
      const choice = { body: { is_wanted: true } };
      expect((await who.attempt(api.reports.chooseMonthly, choice)).status).toBe(status);
    }
  });

  it('refuses a choice that is none', async () => {
    for (const body of [{}, { is_wanted: 'yes' }, { is_wanted: null }]) {
      const answer = await ada.attempt(api.reports.chooseMonthly, { body: body as { is_wanted: boolean } });
      expect(answer).toMatchObject({
        status: 400,
        body: { details: [{ field: 'is_wanted', message: 'Must be true or false' }] },
      });
    }
  });

  it.skipIf(!hasPoppler)(
    'prints the figures of the month, and says so when there are none (needs poppler-utils)',
    async () => {
      // A month in which no other test has requests.
      clock.set('2026-06-20T15:00:00Z');
      ada = await as(test, 'admin');
      const tess = await as(test, 'technician', { name: 'Tess Technician' });
      const request = await aRequest(test, { title: 'Dark stairs', service_type: 'Repairs #1 *bold* $x$ 电灯' });
      await ada.call(api.requests.assign, { params: { id: String(request.id) }, body: { technician_id: tess.id } });
      await aRequest(test);
      const read = async () => {
        const answer = await test.app.inject({
          method: 'GET',
          url: `/api${api.reports.monthlyDocument.path}`,
          // Of this moment: the first session ends before the month does.
          headers: { authorization: `Bearer ${await aSession(test, ada.id)}` },
        });
        expect(answer.statusCode).toBe(200);
        return readPdf(answer.rawPayload);
      };
      expect((await read()).text).toContain('No requests were submitted in May 2026.');
      clock.set('2026-07-01T04:00:00Z');
      const june = await read();
      expect(june.isTagged).toBe(true);
      expect(june.text).toContain('Reports & Analytics');
      expect(june.text).toContain('Up from 0');
      expect(june.text).toContain('Compared with May 2026');
      expect(june.text).toContain('Most on Jun 20: 2.');
      expect(june.text).toContain('Repairs #1 *bold* $x$ 电灯');
      // Only who had a request is in the table. Of one row, the text has the columns one after the other.
      expect(june.text).toMatch(/Top Performing Technicians Rank Technician 1 Tess Technician [^#]* 1 0 0 0\.0% /);
      // The technician's one request, and the statuses of all.
      expect(june.text).toMatch(
        /Technician Performance .*Without pending and cancelled requests\. .*Tess Technician 1 .* Completed 0 In Progress 0 .*Assigned 1 /,
      );
      // The last page is no sheet with a line or two.
      expect(june.ink.length).toBeLessThanOrEqual(3);
    },
  );
});
