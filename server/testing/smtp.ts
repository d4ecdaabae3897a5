import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as a server took it: the envelope, the bytes, and the mail that a reader sees. */
export type Received = { from: string; to: string[]; raw: string; mail: Email };

export type MailServer = {
  port: number;
  url: string;
  received: Received[];
  /** How many times a client began to send a mail. */
  attempts(): number;
  /** Answers a recipient with an SMTP code, once or for ever. */
  refuse(to: string, code: number, times?: number): void;
  /** Never answers about a recipient. */
  hang(to: string): void;
  /** Called after the mail is taken and before the client learns of it. */
  beforeAnswer: ((received: Received) => Promise<void>) | undefined;
  stop(): Promise<void>;
};

/** A real SMTP server on this machine. A port given again makes it the same server, back after a while. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const refusals = new Map<string, { code: number; times: number }>();
  const hung = new Set<string>();
  let attempts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    // So that a test's stop does not wait for idle clients.
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      attempts += 1;
      done();
    },
    onRcptTo({ address }, _session, done) {
      if (hung.has(address)) return;
      const refusal = refusals.get(address);
      if (!refusal || refusal.times === 0) return done();
      refusal.times -= 1;
      const text = refusal.code < 500 ? 'Greylisted, try again later' : 'No such user here';
      done(Object.assign(new Error(text), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', async () => {
        const raw = Buffer.concat(chunks);
        const received: Received = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString('latin1'),
          mail: await PostalMime.parse(raw),
        };
        one.received.push(received);
        await one.beforeAnswer?.(received);
        done(null, 'queued as TEST');
      });
    },
  });
  server.on('error', () => undefined);
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const bound = (listener.address() as AddressInfo).port;
  const one: MailServer = {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    received: [],
    attempts: () => attempts,
    refuse: (to, code, times = Number.POSITIVE_INFINITY) => void refusals.set(to, { code, times }),
    hang: (to) => void hung.add(to),
    beforeAnswer: undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return one;
}
