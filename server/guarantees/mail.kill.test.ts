import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../testing/factories.ts';
import { anInstallation, type Installation } from '../testing/programs/installation.ts';
import type { RunningApp } from '../testing/programs/process.ts';
import { type MailServer, startMailServer } from '../testing/smtp.ts';

const WAIT = { interval: 50 };
let installation: Installation;
let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
  installation = await anInstallation();
});
afterEach(async () => {
  await installation.remove();
  await server.stop();
});

const start = () => installation.start({ SMTP_URL: server.url });

async function submit(app: RunningApp, n: number): Promise<void> {
  const answer = await fetch(`${app.url}/api/requests/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submission({ customerEmail: `dana.${n}@whitfield.example`, title: `Pole ${n}` })),
  });
  if (answer.status !== 201) throw new Error(`unexpected ${answer.status}: ${await answer.text()}`);
}

type Row = { recipient: string; message_id: string; state: string; tries: number };
const rows = async () => (await installation.db.query<Row>('select * from mail_outbox order by id')).rows;
/** Lets the leases of a killed instance run out. */
const endLeases = () => installation.db.query(`update mail_outbox set next_try_at = now() where state = 'waiting'`);
const allSent = () => vi.waitUntil(async () => (await rows()).every(({ state }) => state === 'sent'), WAIT);

describe('An instance that is killed', () => {
  it('between a commit and the sending loses no mail: the next one sends each, once', async () => {
    const first = await start();
    // The server is away, so that mails wait while the instance is killed in the middle of submissions.
    await server.stop();
    const submissions = Array.from({ length: 12 }, (_, n) =>
      submit(first, n).then(
        () => n,
        () => null,
      ),
    );
    const acknowledged = (await Promise.all(submissions)).filter((n) => n !== null);
    const cut = Array.from({ length: 8 }, (_, n) =>
      submit(first, 100 + n).then(
        () => 100 + n,
        () => null,
      ),
    );
    await Promise.race(cut);
    await first.kill();
    acknowledged.push(...(await Promise.all(cut)).filter((n) => n !== null));
    server = await startMailServer(server.port);
    expect((await rows()).every(({ state }) => state === 'waiting')).toBe(true);
    await endLeases();
    await start();
    await allSent();
    const got = server.received.map(({ to }) => to[0]).sort();
    expect(got).toEqual((await rows()).map(({ recipient }) => recipient).sort());
    expect(new Set(got).size).toBe(got.length);
    expect(got).toEqual(expect.arrayContaining(acknowledged.map((n) => `dana.${n}@whitfield.example`)));
    expect(acknowledged.length).toBeGreaterThan(12);
  });

  it("between the server's acceptance and the record of it repeats the mail with the same Message-ID", async () => {
    const first = await start();
    // The server has taken the mail and has not said so yet when the instance is killed.
    const killed = new Promise<void>((resolve) => {
      server.beforeAnswer = async () => {
        server.beforeAnswer = undefined;
        await first.kill();
        resolve();
      };
    });
    await submit(first, 1);
    await killed;
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    await endLeases();
    await start();
    await allSent();
    const [row] = await rows();
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual([row?.message_id, row?.message_id]);
    expect(server.received[0]?.mail.subject).toBe(server.received[1]?.mail.subject);
    expect(server.received[0]?.mail.date).toBe(server.received[1]?.mail.date);
    expect(row?.tries).toBe(2);
  });

  it('sends a new mail within seconds of its cause, by a message and not by the schedule', async () => {
    const app = await start();
    await submit(app, 1);
    await vi.waitUntil(() => server.received.length === 1, WAIT);
    await allSent();
    expect(await rows()).toMatchObject([{ tries: 1 }]);
  });
});
