import { api } from '#contract/api.ts';
import { sendDue } from '../features/mail/mail.send.service.ts';
import { aClock } from './clock.ts';
import { aSignedInUser } from './people.ts';
import { type MailServer, startMailServer } from './smtp.ts';
import { type TestApp, testApp } from './test-app.ts';

/** The password that a person chooses by a link. */
export const CHOSEN = 'brand-new-ladder-42';

export type AccountLinks = Awaited<ReturnType<typeof openAccountLinks>>;

/** An app whose mails with links to choose a password arrive at a mail server, and whose clock a test moves. */
export async function openAccountLinks() {
  const clock = aClock('2026-11-23T15:00:00Z');
  const server: MailServer = await startMailServer();
  const settings = { SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example' };
  const test: TestApp = await testApp({ now: clock.now }, settings);
  return {
    clock,
    server,
    test,
    asOffice: () => aSignedInUser(test, 'admin', 'Olive Office'),
    choose: (token: string, password = CHOSEN) =>
      test.caller().attempt(api.auth.resetPassword, { body: { token, password } }),
    login: async (email: string, password: string) =>
      (await test.caller().attempt(api.auth.login, { body: { email, password } })).status,
    /** The tokens of the links in the mails that arrived for this address, oldest first. */
    async tokensFor(email: string): Promise<string[]> {
      await sendDue(test.deps);
      return server.received
        .filter(({ to }) => to[0] === email)
        .map(
          ({ mail }) => /https:\/\/desk\.example\/reset-password#token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '',
        );
    },
    async close() {
      await test.close();
      await server.stop();
    },
  };
}
