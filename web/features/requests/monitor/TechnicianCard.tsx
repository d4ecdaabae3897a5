import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MonitoredTechnician } from '#contract/reports.ts';
import { initialOf } from '#contract/texts/initial.ts';
import { numberText } from '#contract/texts/report-texts.ts';
import { RequestCards } from '#web/domain/RequestCards.tsx';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { actionColumn, requestColumns } from '#web/domain/request-columns.tsx';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Found, SearchedFor } from '#web/ui/base/content/Found.tsx';
import { MailLink } from '#web/ui/base/content/MailLink.tsx';
import { DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import classes from './TechnicianCard.module.css';

type Props = {
  technician: MonitoredTechnician;
  /** Whether the requests are cards instead of a table. */
  isSmall: boolean;
  /** Where all requests are that match, the newest of which the card lists. */
  allAt: string;
  /** What the technicians were searched for. */
  search: string;
  onOpen: (requestId: number) => void;
};

const { id, customer, title, status, priority, created } = requestColumns;

/** One technician with their counts and newest requests (spec §2). */
export function TechnicianCard({ technician, isSmall, allAt, search, onOpen }: Props) {
  const { name, email, phone, base_location: location, is_active, counts, requests } = technician;
  const headingId = `technician-${technician.id}`;
  const figures = [
    ['Total', counts.total],
    ['Pending', counts.pending],
    ['In Progress', counts.in_progress],
    ['Completed', counts.completed],
  ] as const;
  return (
    <article className={classes.card} aria-labelledby={headingId}>
      <div className={classes.head}>
        <span className={classes.avatar} aria-hidden>
          {initialOf(name)}
        </span>
        <div className={classes.who}>
          <h2 id={headingId} className={classes.name} dir="auto">
            <SearchedFor value={search}>
              <Found>{name}</Found>
            </SearchedFor>
          </h2>
          <ul className={classes.contact}>
            <li>
              <IconMail size={14} aria-hidden />
              <MailLink address={email}>
                <SearchedFor value={search}>
                  <Found>{email}</Found>
                </SearchedFor>
              </MailLink>
            </li>
            {phone && (
              <li>
                <IconPhone size={14} aria-hidden />
                <PhoneLinks text={phone} />
              </li>
            )}
            <li>
              <IconMapPin size={14} aria-hidden />
              <span dir="auto">{location || 'No location set'}</span>
            </li>
          </ul>
        </div>
        <Badge tone={is_active ? 'success' : 'neutral'} dot>
          {is_active ? 'Active' : 'Inactive'}
        </Badge>
        <dl className={classes.figures}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{numberText(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Requests name={name} total={counts.total} requests={requests} isSmall={isSmall} allAt={allAt} onOpen={onOpen} />
    </article>
  );
}

type RequestsProps = Pick<MonitoredTechnician, 'name' | 'requests'> &
  Pick<Props, 'isSmall' | 'allAt' | 'onOpen'> & { total: number };

function Requests({ name, requests, total, isSmall, allAt, onOpen }: RequestsProps) {
  if (requests.length === 0) return <p className={classes.empty}>No requests found for this technician</p>;
  const label = `Requests of ${name}`;
  const count = `Newest ${requests.length} of ${numberText(total)} requests`;
  const all = total > requests.length && (
    <Link to={allAt} className={classes.all} aria-label={`Show all ${numberText(total)} requests of ${name}`}>
      Show all {numberText(total)}
    </Link>
  );
  if (isSmall) {
    return (
      <details className={classes.fold}>
        <summary>{total > requests.length ? count : `${total} ${total === 1 ? 'request' : 'requests'}`}</summary>
        <RequestCards label={label} rows={requests} action="View Details" onOpen={onOpen} />
        {all}
      </details>
    );
  }
  return (
    <>
      {all && (
        <p className={classes.count}>
          {count} {all}
        </p>
      )}
      <DataTable
        label={label}
        columns={[id, customer, title, status, priority, created, actionColumn('View Details', onOpen)]}
        rows={requests}
        rowKey={(request) => request.id}
        minWidth={920}
        density="compact"
      />
    </>
  );
}
