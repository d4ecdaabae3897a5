import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { MailLink } from '#web/ui/base/content/MailLink.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { customerQueries } from '../customers.api.ts';
import { type CustomerWithHistory, figuresOf } from '../customers.view.ts';
import classes from './CustomerDetails.module.css';
import { WorkHistory } from './WorkHistory.tsx';

const FAILURE = 'Failed to load customers';

type History = { customer: CustomerWithHistory; linkOf: (requestId: number) => string };
type Props = History & { form: string | undefined };

/** One customer (spec §2): how to reach them, their figures, and the history of their requests. */
export function CustomerDetails({ customer, linkOf, form }: Props) {
  const { email, phone, address, payment_address, created_at, stats } = customer;
  return (
    <div className={classes.details}>
      <div className={classes.columns}>
        <Panel
          title="Contact Information"
          aside={
            form && (
              <Button
                component="a"
                className={classes.onScreen}
                href={form}
                variant="default"
                size="xs"
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                New request
              </Button>
            )
          }
        >
          <Facts
            items={[
              ['Email', <MailLink key="email" address={email} />],
              ['Phone', phone && <PhoneLinks key="phone" text={phone} />],
              ['Service address', address],
              ['Payment address', payment_address],
              ['Customer since', <Time key="since" iso={created_at} format="date" />],
            ]}
          />
        </Panel>
        <Panel title="Statistics">
          <dl className={classes.figures}>
            {figuresOf(stats).map(([name, value]) => (
              <div key={name} className={classes.figure}>
                <dt>{name}</dt>
                <dd>{value.toLocaleString('en-US')}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
      <Panel title="Work History">
        {stats.total > customer.requests.length ? (
          <WholeHistory customer={customer} linkOf={linkOf} />
        ) : (
          <WorkHistory requests={customer.requests} linkOf={linkOf} />
        )}
      </Panel>
    </div>
  );
}

/** The history of a customer with more requests than the list brings. Shows those of the list until it has the others. */
function WholeHistory({ customer, linkOf }: History) {
  const detail = useQuery(customerQueries.detail(customer.id));
  const requests = detail.data?.requests;
  const total = detail.data?.stats.total ?? customer.stats.total;
  return (
    <>
      <StaleNote reads={[detail]} failure={FAILURE} />
      {detail.isLoadingError && (
        <ErrorState title={FAILURE} error={detail.error} onRetry={() => detail.refetch()} busy={detail.isFetching} />
      )}
      <p className={classes.count} role="status">
        Showing the newest {(requests ?? customer.requests).length} of {total.toLocaleString('en-US')} requests
      </p>
      <WorkHistory requests={requests ?? customer.requests} linkOf={linkOf} />
    </>
  );
}
