/** The kinds of mail. All but the monthly report and the test are sent because of a change that someone made. */
export const mailKinds = [
  'request_received',
  'status_changed',
  'request_completed',
  'request_assigned',
  'contact_received',
  'password_reset',
  'invitation',
  'monthly_report',
  'test',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * The kinds that the office may switch off. The others are needed to choose a password and to test the settings, and
 * each admin subscribes to the monthly report separately.
 */
export const switchableMailKinds = [
  'request_received',
  'status_changed',
  'request_completed',
  'request_assigned',
  'contact_received',
] as const satisfies readonly MailKind[];

/** The states of a mail. `kept` is a mail that was saved as a file because no mail server is configured. */
export const mailStates = ['waiting', 'sent', 'kept', 'failed'] as const;

/** The token of a link to choose a password. */
export const LINK_TOKEN = /^[\w-]{43}$/;

export const mailTexts = {
  linkInvalid: 'This link is not valid any more. Please ask for a new one.',
  inactiveInvited: 'Only an active user can be invited',
  notInvited: 'This user has already chosen a password',
  passwordWithInvitation: 'Leave the password blank: the invited person chooses it',
} as const;
