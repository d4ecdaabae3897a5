import type { Business } from '#contract/business.ts';
import type { ContentOf, MailContent } from '#contract/mail-content.ts';
import { monthText } from '#contract/texts/report-texts.ts';
import { serviceNames } from '#contract/texts/services.ts';
import { priorityLabels, type Status } from '#contract/words/requests.ts';
import type { Role } from '#contract/words/roles.ts';

/** What a mail says, free of its look. */
export type Words = {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs above the facts. */
  before: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  /** The words on the button, if the mail leads somewhere. */
  action: string | null;
  /** What people must not miss. */
  notice: string | null;
  /** Paragraphs below the button. */
  after: readonly string[];
};

const roleNames: Record<Role, string> = {
  admin: 'in the office',
  technician: 'as a technician',
  auditor: 'as an auditor',
};
const statusNames: Record<Status, string> = {
  pending: 'Pending',
  assigned: 'Assigned',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
/** The same explanations as on the tracking page (spec §2 Track). */
const statusHeadings: Record<Status, string> = {
  pending: 'Your request is being reviewed',
  assigned: 'A technician is assigned to your request',
  in_progress: 'Work on your request is under way',
  completed: 'Your request is completed',
  cancelled: 'Your request was cancelled',
};

/** A time in the business's zone, as people say it. */
export const timeText = (at: string, { time_zone: timeZone }: Business): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));

/** A telephone number that no line break divides. */
const inOneLine = (phone: string) => phone.replaceAll(' ', '\u00a0');

type Of<K extends MailContent['kind']> = (content: ContentOf<K>, business: Business, files: readonly string[]) => Words;
const none = { facts: [], action: null, notice: null, after: [] } as const;

const requestFacts = (content: { external_id: string; title: string }) =>
  [
    ['Tracking ID', content.external_id],
    ['Request', content.title],
  ] as const;

/** A stranger's own words are not sent to an address that the stranger chose (threats T63). */
function receivedFacts(content: ContentOf<'request_received'>): Words['facts'] {
  if (content.by_staff) return requestFacts(content);
  const service = Object.values(serviceNames).find((name) => name === content.service_type);
  return [['Tracking ID', content.external_id], ...(service ? ([['Service', service]] as const) : [])];
}

const words: { readonly [K in MailContent['kind']]: Of<K> } = {
  request_received: (content, business) => ({
    ...none,
    subject: `We have your request ${content.external_id}`,
    preview: `${business.name} received your request and will look at it soon.`,
    heading: 'We have your request',
    before: ['Thank you. The office looks at it and assigns a technician. You get a mail with every step.'],
    facts: [...receivedFacts(content), ['Priority', priorityLabels[content.priority]]],
    action: 'Track Your Request',
    notice:
      content.priority === 'urgent'
        ? `Is anybody in danger, or is it outside office hours? Call ${inOneLine(business.emergency_phone)}.`
        : null,
    after: ['Keep the tracking ID: with it you can look up the status at any hour.'],
  }),
  status_changed: (content, business) => ({
    ...none,
    subject: `${statusNames[content.status]}: your request ${content.external_id}`,
    preview: `${statusHeadings[content.status]}.`,
    heading: statusHeadings[content.status],
    before: [
      content.status === 'cancelled'
        ? `If you did not expect this, call us at ${inOneLine(business.phone)}.`
        : 'You get another mail with the next step.',
    ],
    facts: [
      ...requestFacts(content),
      ['Status', statusNames[content.status]],
      ['Since', timeText(content.at, business)],
    ],
    action: 'Track Your Request',
  }),
  request_completed: (content, business, files) => ({
    ...none,
    subject: `Completed: your request ${content.external_id}`,
    preview: `The work on your request is done.`,
    heading: 'The work is done',
    before: [
      files.length
        ? 'Your work order is attached: what you reported, when it was received and completed, and any photos and signature.'
        : 'Thank you for your trust.',
    ],
    facts: [...requestFacts(content), ['Completed', timeText(content.at, business)]],
    action: files.length ? 'Open Your Work Order' : 'See Your Request',
    after: [
      ...(files.length
        ? [
            'The link works for 30 days. Keep it to yourself: the work order shows your name, address and any signature.',
          ]
        : []),
      `Is something not right? Answer this mail or call us at ${inOneLine(business.phone)}.`,
    ],
  }),
  request_assigned: ({ customer, ...content }) => ({
    ...none,
    subject: `${content.priority === 'urgent' ? 'Emergency' : 'New work order'}: ${content.external_id} ${content.title}`,
    preview: `${customer.name}, ${customer.address}`,
    heading: content.priority === 'urgent' ? 'An emergency is assigned to you' : 'A work order is assigned to you',
    before: [],
    facts: [
      ...requestFacts(content),
      ['Priority', priorityLabels[content.priority]],
      ['Customer', customer.name],
      ['Phone', customer.phone],
      ['Address', customer.address],
      ['Description', content.description],
      ...(content.note ? ([['Note from the office', content.note]] as const) : []),
    ],
    action: 'Open Work Order',
  }),
  contact_received: (_, business) => ({
    ...none,
    subject: `We have your message - ${business.name}`,
    preview: 'We reply within 24-48 business hours.',
    heading: 'We have your message',
    before: [
      'Thank you for writing to us. We reply within 24-48 business hours.',
      `Is it urgent? Call us at ${inOneLine(business.phone)}.`,
    ],
    after: ['You did not write to us? Then somebody entered your address by mistake, and you can ignore this mail.'],
  }),
  password_reset: (_, business) => ({
    ...none,
    subject: `Choose a new password - ${business.name}`,
    preview: 'The link works once, for one hour.',
    heading: 'Choose a new password',
    before: ['Somebody, most likely you, asked for a new password.'],
    action: 'Choose a New Password',
    after: [
      'The link works once, for one hour. A new password ends your other sessions.',
      'You did not ask for this? Then ignore this mail: your password stays as it is.',
    ],
  }),
  invitation: (content, business) => ({
    ...none,
    subject: `Your account at ${business.name}`,
    preview: 'Choose a password to sign in.',
    heading: `Welcome to ${business.name}`,
    before: [
      `${content.invited_by || 'The office'} added you ${roleNames[content.role]}. Choose a password, and you are signed in.`,
    ],
    action: 'Choose a Password',
    after: ['The link works once, for seven days. Did it end? Ask the office to invite you again.'],
  }),
  monthly_report: ({ month }, business, files) => ({
    ...none,
    subject: `Report of ${monthText(month, true)} - ${business.name}`,
    preview: 'Requests, resolution times and ratings of the month.',
    heading: `Report of ${monthText(month, true)}`,
    before: [
      files.length
        ? 'The report of the month is attached: requests, resolution times, ratings, and how each stands against the month before.'
        : 'The report of the month is ready.',
    ],
    action: 'Open Reports & Analytics',
    after: ['You asked for this mail. You can end it on the page of the reports.'],
  }),
  test: (_, business) => ({
    ...none,
    subject: `Test mail from ${business.name}`,
    preview: 'The mail settings work.',
    heading: 'The mail settings work',
    before: ['Somebody in the office sent this mail to test the settings. There is nothing to do.'],
  }),
};

/** What a mail says, from its content. */
export function wordsOf<K extends MailContent['kind']>(
  content: ContentOf<K>,
  business: Business,
  files: readonly string[],
): Words {
  // The kind has chosen the function that takes this content.
  const write = words[content.kind] as unknown as Of<K>;
  return write(content, business, files);
}
