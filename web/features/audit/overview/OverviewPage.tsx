import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { contactStatuses } from '#contract/words/contact.ts';
import { paths } from '#contract/words/paths.ts';
import { statuses, statusLabels } from '#contract/words/requests.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { auditQueries } from '../audit.api.ts';
import { numberText } from '../audit.view.ts';
import { VerificationPanel } from '../verification/VerificationPanel.tsx';
import { NewestEntries } from './NewestEntries.tsx';
import classes from './OverviewPage.module.css';

const contactLabels = { new: 'New', contacted: 'Contacted', resolved: 'Resolved', spam: 'Spam' } as const;
const FAILURE = 'Failed to load the overview';

/** The auditor's dashboard: whether the trail holds, how much there is of everything, and what was done last. */
export function Component() {
  const { user } = useSession();
  const overview = useQuery(auditQueries.overview());
  const data = overview.data;
  return (
    <>
      <PageHead title="Auditor Dashboard" intro={`Welcome, ${user?.name ?? ''}`} />
      <StaleNote reads={[overview]} failure={FAILURE} />
      <VerificationPanel />
      {overview.isLoadingError ? (
        <ErrorState
          title={FAILURE}
          error={overview.error}
          onRetry={() => void overview.refetch()}
          busy={overview.isFetching}
        />
      ) : (
        <div className={classes.cards}>
          <Card
            title="Requests"
            to={paths.auditorRequests}
            value={data?.requests.total}
            parts={statuses.map((status) => ({
              name: statusLabels[status],
              count: data?.requests[status],
              to: `${paths.auditorRequests}?status=${status}`,
            }))}
          />
          <Card
            title="Contact Messages"
            to={paths.auditorContacts}
            value={data?.contact_messages.total}
            parts={contactStatuses.map((status) => ({
              name: contactLabels[status],
              count: data?.contact_messages[status],
              to: `${paths.auditorContacts}?status=${status}`,
            }))}
          />
          <Card
            title="Users"
            value={data?.users.total}
            parts={[
              { name: 'Active', count: data?.users.active },
              { name: 'Inactive', count: data && data.users.total - data.users.active },
            ]}
          />
          <Card title="Customers" value={data?.customers} to={paths.auditorCustomers} />
          <Card title="Audit Entries" value={data?.events} to={paths.auditorTrail()} />
        </div>
      )}
      <NewestEntries />
    </>
  );
}

type CardProps = {
  title: string;
  value: number | undefined;
  to?: string;
  parts?: readonly { name: string; count: number | undefined; to?: string }[];
};

/** How many there are of one kind, and of which. */
function Card({ title, value, to, parts = [] }: CardProps) {
  return (
    <section className={classes.card} aria-label={title} aria-busy={value === undefined}>
      <h2 className={classes.title}>{to ? <Link to={to}>{title}</Link> : title}</h2>
      <p className={classes.value}>
        {value === undefined ? (
          <Skeleton component="span" display="block" height={26} width={72} my={6} />
        ) : (
          numberText(value)
        )}
      </p>
      {parts.length > 0 && (
        <dl className={classes.parts}>
          {parts.map(({ name, count, to }) => (
            <div key={name} className={classes.part}>
              <dt>{to ? <Link to={to}>{name}</Link> : name}</dt>
              <dd>{count === undefined ? '' : numberText(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
