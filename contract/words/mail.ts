/** What mails are about. A change that somebody made sends each of them, but for the monthly report and the test. */
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
 * The kinds that the office may switch off. Without the others, nobody could choose a password or test the settings. Each admin
 * asks for the monthly report alone.
 */
export const switchableMailKinds = [
  'request_received',
  'status_changed',
  'request_completed',
  'request_assigned',
  'contact_received',
] as const satisfies readonly MailKind[];

/** Where a mail is: `kept` is one that was written to a file, because no mail server is set. */
export const mailStates = ['waiting', 'sent', 'kept', 'failed'] as const;

export const mailTexts = {
  linkInvalid: 'This link is not valid any more. Please ask for a new one.',
  inactiveInvited: 'Only an active user can be invited',
  notInvited: 'This user has already chosen a password',
  passwordWithInvitation: 'Leave the password blank: the invited person chooses it',
} as const;
