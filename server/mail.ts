import { isIP } from 'node:net';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from './config.ts';
import { dataFolder } from './lib/data-folder.ts';
import { replaceFile } from './lib/durable.ts';
import { inTime } from './lib/patience.ts';

type Mailbox = { name: string; address: string };
export type Attachment = { filename: string; content: Buffer; contentType: string };

/** A mail as it leaves the house. Subject and names are one line each; the transport checks nothing that people wrote. */
export type Message = {
  messageId: string;
  date: Date;
  from: Mailbox;
  replyTo: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly Attachment[];
  /** The name of the file, when the mail is kept as one. */
  fileName: string;
};

/**
 * How a try ended. `later`: it may work later. The cause is `away` when the server wasn't reached or takes no email from us at all, so that
 * another one would not fare better; `silent` when it stopped answering in the middle, which may be the recipient's doing; `put_off` for an
 * answer that is about this email.
 */
export type Outcome =
  | { result: 'accepted' | 'kept' | 'refused'; answer: string }
  | { result: 'later'; answer: string; cause: 'away' | 'silent' | 'put_off' };

export type Mail = {
  /** The host and the port of the mail server; null when mails are kept as files. */
  server: string | null;
  send(message: Message): Promise<Outcome>;
};

/** In milliseconds. A try ends within the lease of the outbox, so that no other instance sends the same mail meanwhile. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const TRY_MS = 120_000;
const SUBMISSION = 587;
const SMTPS = 465;
const ANSWER_MAX = 500;
/** The longest answer of a server that is read, in bytes. */
const RESPONSE_MAX = 64 * 1024;

const optionsOf = ({ messageId, date, from, replyTo, to, subject, html, text, attachments }: Message) =>
  ({
    messageId,
    date,
    from,
    replyTo: { name: '', address: replyTo },
    // As an object, the address is taken as it stands and never split into several.
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    html,
    text,
    attachments: attachments.map((one) => ({ ...one })),
    // Keeps out-of-office programs from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }) satisfies SendMailOptions;

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host);
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_MAX);

/** What went wrong, as nodemailer reports it. */
type Failure = Error & {
  code?: string;
  /** The code of the socket's own error. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  timeoutType?: string;
};

/** The whole try took too long, although the server went on answering. */
class TooSlow extends Error {}

/** Whether the server was reached, and then fell silent or hung up. */
const isSilence = (error: Failure) =>
  error instanceof TooSlow ||
  error.timeoutType === 'SOCKET_TIMEOUT' ||
  error.originalCode === 'ECONNRESET' ||
  error.originalCode === 'EPIPE' ||
  error.message === 'Connection closed unexpectedly';

/** A 5xx about this mail is final. Everything else may work later: 4xx, no connection, a password that is not accepted. */
function outcomeOf(error: Failure): Outcome {
  const answer = oneLine(error.response || error.message || String(error));
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const isPermanent = isAboutMail && (error.responseCode === undefined || error.responseCode >= 500);
  if (isPermanent) return { result: 'refused', answer };
  return { result: 'later', answer, cause: isAboutMail ? 'put_off' : isSilence(error) ? 'silent' : 'away' };
}

/** Sends over SMTP. A password is never sent in the clear to another machine. */
function overSmtp(url: URL): Mail {
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname;
  const port = Number(url.port) || (isSecure ? SMTPS : SUBMISSION);
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined;
  const open = async () => {
    // Loaded with the first mail, so that the app answers sooner.
    const { createTransport } = await import('nodemailer');
    const bare = host.replace(/^\[|\]$/g, '');
    return createTransport({
      host: bare,
      port,
      secure: isSecure,
      ...(auth && { auth, requireTLS: !isSecure && !isLoopback(host) }),
      ...(isIP(bare) === 0 && { tls: { servername: bare } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      maxResponseSize: RESPONSE_MAX,
    });
  };
  return {
    server: `${host}:${port}`,
    async send(message) {
      const transport = await open();
      try {
        const sent = transport.sendMail(optionsOf(message));
        const { response } = await inTime(sent, TRY_MS, new TooSlow('The mail server took too long to answer'));
        return { result: 'accepted', answer: oneLine(response ?? '') };
      } catch (error) {
        return outcomeOf(error as Failure);
      } finally {
        transport.close();
      }
    },
  };
}

/** Keeps each mail as an .eml file, which any mail program opens. Only the app's user may read the folder. */
const asFiles = (folder: string): Mail => ({
  server: null,
  async send(message) {
    const { createTransport } = await import('nodemailer');
    const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      optionsOf(message),
    );
    if (!Buffer.isBuffer(bytes)) throw new Error('the mail was not written as a whole');
    const file = path.join(folder, message.fileName);
    await replaceFile(file, bytes, `${file}.part`);
    return { result: 'kept', answer: `Kept as ${path.basename(folder)}/${message.fileName}; no mail server is set` };
  },
});

/** The folder of mails that are kept as files. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => dataFolder(dataDir).mail;

/** Opens the way that mails take: to the server of SMTP_URL, or into the data folder. */
export const openMail = (config: Pick<Config, 'smtpUrl' | 'dataDir'>): Mail =>
  config.smtpUrl ? overSmtp(new URL(config.smtpUrl)) : asFiles(mailFolder(config));
