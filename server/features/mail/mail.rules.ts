import type { MailContent } from '#contract/mail-content.ts';
import { replaceHidden, withoutJoiners } from '#contract/texts/hidden.ts';
import { serviceNames } from '#contract/texts/services.ts';
import type { MailKind } from '#contract/words/mail.ts';
import { paths } from '#contract/words/paths.ts';
import { latestAt } from '#server/lib/ahead.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long a mail is retried before it fails. */
const PATIENCE = 3 * 24 * HOUR;
/** How long a password reset is worth a new link in place of one that ended on the way. */
const RESET_PATIENCE = 12 * HOUR;
/** How long a mail that another release stored waits for an instance of that release: longer than an upgrade of all instances. */
const UPGRADE = HOUR;
/** How long the lease of a try lasts, after which another instance may take the mail over; longer than any try. */
const LEASE = 5 * MINUTE;
/** The longest wait when the server refuses a mail for now, and when it cannot be reached at all. */
const LONGEST_REFUSED = HOUR;
const LONGEST_AWAY = 5 * MINUTE;
/** The longest wait of a domain at which the server is silent, and how many of them are remembered. */
const LONGEST_SILENT = 10 * MINUTE;
const DOMAINS_MAX = 1_000;
/** The maximum length of a name in a greeting. A mail omits a longer one. */
const NAME_MAX = 40;
const SUBJECT_MAX = 180;

/**
 * How long a mail about a step of a request is held, so that an undo can withdraw it. In this time the office changes many requests,
 * reads the message with Undo, and takes them all back.
 */
export const HELD_MS = 30_000;
/** All of them, because the mails of two steps must not overtake each other. */
const heldKinds: readonly MailKind[] = ['status_changed', 'request_completed', 'request_assigned'];

/** The kinds that go to the customer of a request, and those that go to a user. */
export const kindsTo = {
  customer: ['request_received', 'status_changed', 'request_completed'],
  user: ['request_assigned', 'password_reset', 'invitation', 'monthly_report'],
} as const satisfies Record<string, readonly MailKind[]>;

/** The kinds that somebody waits for in front of a screen. They never stand behind others. */
export const urgentKinds = ['password_reset', 'invitation'] as const satisfies readonly MailKind[];

/** When a new mail of this kind is due. */
export const dueAt = (kind: MailKind, now: Date): Date =>
  heldKinds.includes(kind) ? new Date(now.getTime() + HELD_MS) : now;

/** The kinds that strangers cause by typing an address, and how many of them an address gets in 24 hours. */
export const strangersKinds = ['request_received', 'contact_received'] as const satisfies readonly MailKind[];
export const STRANGERS_MOST = 20;

export const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE);

/** No email waits for its next try beyond this. */
export const longestWait = (now: Date) => latestAt(new Date(now.getTime() + LONGEST_REFUSED));

/**
 * The time of the next attempt after the nth: 1, 2, 4, ... minutes later. An unreachable server is tried more often,
 * because that costs one connection.
 * @returns null when the mail is given up
 */
export function nextTry(mail: { tries: number; waiting_since: Date }, now: Date, isAway: boolean): Date | null {
  if (now.getTime() - mail.waiting_since.getTime() >= PATIENCE) return null;
  const wait = Math.min(MINUTE * 2 ** Math.min(mail.tries - 1, 10), isAway ? LONGEST_AWAY : LONGEST_REFUSED);
  return new Date(now.getTime() + wait);
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * The domains at which the mail server fell silent for more than one recipient since it last gave an answer about one. Their emails wait:
 * 1, 2, 4, ... at most 10 minutes. A single recipient waits alone (`nextTry`).
 */
export function createSilentDomains(now: () => Date) {
  const domains = new Map<string, { recipients: Set<string>; until: number }>();
  return {
    /** The domains whose emails wait at the moment. */
    waiting: (): string[] => [...domains].filter(([, { until }]) => until > now().getTime()).map(([name]) => name),
    /** Notes how a try ended. */
    note(recipient: string, isSilent: boolean): void {
      const name = domainOf(recipient);
      const recipients = domains.get(name)?.recipients ?? new Set();
      domains.delete(name);
      if (!isSilent) return;
      recipients.add(recipient);
      const wait = recipients.size < 2 ? 0 : Math.min(MINUTE * 2 ** (recipients.size - 2), LONGEST_SILENT);
      domains.set(name, { recipients, until: now().getTime() + wait });
      // Anyone can make domains up.
      const [oldest] = domains.keys();
      if (oldest !== undefined && domains.size > DOMAINS_MAX) domains.delete(oldest);
    },
  };
}

/** Whether an instance of the release that stored this mail may still run. */
export const mayBeUpgrading = (mail: { waiting_since: Date }, now: Date): boolean =>
  now.getTime() - mail.waiting_since.getTime() < UPGRADE;

/** Whether a password reset that still waits gets a new link. Whoever asked for it longer ago has asked again, or given up. */
export const deservesNewLink = (mail: { waiting_since: Date }, now: Date): boolean =>
  now.getTime() - mail.waiting_since.getTime() < RESET_PATIENCE;

/** Converts a text to a single header line. Line breaks and direction marks become spaces, and a long text is cut (threats T44). */
export function oneLine(text: string, max = SUBJECT_MAX): string {
  const line = replaceHidden(text, ' ')
    // The beginning of an encoded word, which a reader would decode.
    .replaceAll('=?', '= ?')
    .replace(/ +/g, ' ')
    .trim();
  const symbols = [...line];
  return symbols.length > max ? `${symbols.slice(0, max - 1).join('')}…` : line;
}

/**
 * The name for an email's greeting; blank when it doesn't look like one. Anyone can enter a name and an address in the public forms, and
 * must not be able to send advertisements or links to others with them.
 */
export function greetingName(name: string): string {
  const line = oneLine(name, NAME_MAX + 1);
  // A reader sees no joiner between the letters of a link.
  const seen = withoutJoiners(line);
  const isName = /^[\p{L}\p{M} '’.-]+$/u.test(seen) && !/www\.|\.[a-z]{2,}/i.test(seen);
  return isName && [...line].length <= NAME_MAX ? line : '';
}

const sampleRequest = { external_id: 'REQ-7Q4M2XK9B-T5W8D', title: 'Parking lot lights out at the east entrance' };

/** A mail of every kind for the previews. Its people are made up. */
export const sampleMails = (now: Date): MailContent[] => [
  {
    kind: 'request_received',
    name: 'Dana Whitfield',
    ...sampleRequest,
    priority: 'urgent',
    service_type: serviceNames['parking-lot-lighting'],
    by_staff: false,
  },
  { kind: 'status_changed', name: 'Dana Whitfield', ...sampleRequest, status: 'in_progress', at: now.toISOString() },
  { kind: 'request_completed', name: 'Dana Whitfield', ...sampleRequest, at: now.toISOString() },
  {
    kind: 'request_assigned',
    name: 'Marcus Reyes',
    ...sampleRequest,
    request_id: 1,
    priority: 'urgent',
    description: 'Four of nine poles have been out since Friday. The gate code is on the work order.',
    customer: { name: 'Dana Whitfield', phone: '(407) 555-0111', address: '88 Sample Street, Orlando, FL 32801' },
    note: 'Ring first. A lift is booked for 9:00.',
  },
  { kind: 'contact_received', name: 'Cora Caller' },
  { kind: 'password_reset', name: 'Marcus Reyes' },
  { kind: 'invitation', name: 'Marcus Reyes', role: 'technician', invited_by: 'Olive Office' },
  { kind: 'monthly_report', name: 'Olive Office', month: '2026-10-01' },
  { kind: 'test', name: 'Olive Office' },
];

/** The page that a mail leads to, when it needs no secret. */
export function pageOf(content: MailContent): string | null {
  switch (content.kind) {
    case 'request_received':
    case 'status_changed':
    case 'request_completed':
      return paths.track(content.external_id);
    case 'request_assigned':
      return paths.technicianDashboard({ requestId: content.request_id });
    case 'monthly_report':
      return paths.adminReports;
    default:
      return null;
  }
}
