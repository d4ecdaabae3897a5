import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { contactLabels } from '#contract/words/contact.ts';
import { paths } from '#contract/words/paths.ts';
import { statusLabels } from '#contract/words/requests.ts';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { MailLink } from '#web/ui/base/content/MailLink.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { requestsFrom } from '../contact.api.ts';
import { type ContactMessage, contactTones } from '../contact.view.ts';
import classes from './ContactDialog.module.css';

type Props = {
  message: ContactMessage;
  /** Whether the message was deleted while it was shown. */
  isDeleted: boolean;
  /** Whether the office's notes are shown as text. */
  withNotes?: boolean;
};

/** What a visitor wrote, and how to reach them. */
export function ContactRecord({ message, isDeleted, withNotes = false }: Props) {
  const { id, name, email, phone, status, created_at, notes } = message;
  const { data: made = [] } = useQuery(requestsFrom(id));
  return (
    <>
      {isDeleted && (
        <Notice tone="danger">
          This message was deleted while you had it open. Nothing here can be saved any more; copy what you still need.
        </Notice>
      )}
      <Panel title="Message" aside={<Badge tone={contactTones[status]}>{contactLabels[status]}</Badge>}>
        <p className={classes.message} dir="auto">
          {message.message}
        </p>
      </Panel>
      <Panel title="Sender">
        <Facts
          items={[
            ['Name', name],
            ['Email', <MailLink key="email" address={email} />],
            ['Phone', phone && <PhoneLinks key="phone" text={phone} />],
            ['Received', <Time key="received" iso={created_at} />],
            [
              'Requests made',
              made.length > 0 ? <MadeRequests key="made" requests={made} readOnly={withNotes} /> : null,
            ],
          ]}
        />
      </Panel>
      {withNotes && <ContactNotes notes={notes || 'No notes yet'} />}
    </>
  );
}

/** The office's notes as a text. */
export const ContactNotes = ({ notes }: { notes: string }) => (
  <Panel title="Admin notes">
    <p className={classes.message} dir="auto">
      {notes}
    </p>
  </Panel>
);

type Made = { requests: ResponseOf<typeof api.requests.listFromContact>['requests']; readOnly: boolean };

/** The requests that were made from a message, each with its status. */
const MadeRequests = ({ requests, readOnly }: Made) => (
  <ul className={classes.made}>
    {requests.map(({ id, external_id, status }) => (
      <li key={id}>
        <Link to={readOnly ? `${paths.auditorRequests}?requestId=${id}` : paths.adminDashboard({ requestId: id })}>
          {external_id}
        </Link>{' '}
        {statusLabels[status]}
      </li>
    ))}
  </ul>
);

/** Where a message came from, for judging whether it is spam. */
export const ContactOrigin = ({ message }: Pick<Props, 'message'>) => (
  <Panel title="Origin">
    <Facts
      items={[
        ['IP address', message.ip_address],
        ['User agent', message.user_agent],
      ]}
    />
  </Panel>
);
