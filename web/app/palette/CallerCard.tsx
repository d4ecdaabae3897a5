import { Combobox } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { paths } from '#contract/words/paths.ts';
import { PhoneText } from '#web/domain/reach/PhoneLinks.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import type { CustomerWithHistory } from '#web/features/customers/customers.view.ts';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './Palette.module.css';

type Props = {
  caller: CustomerWithHistory;
  /** The address that shows a request. */
  linkOf: (requestId: number) => string;
  customersPath: string;
  /** Whether the user may enter a request for the caller. */
  canEnter: boolean;
};

/** Who is on the telephone: how to reach them, how much is open, and their newest requests, of which the first is opened by Enter. */
export function CallerCard({ caller: { id, name, phone, email, address, stats, requests }, ...to }: Props) {
  const open = stats.pending + stats.in_progress;
  return (
    <Combobox.Group
      className={classes.caller ?? ''}
      classNames={{ groupLabel: classes.callerHead ?? '' }}
      // The label names the group, so that it is read out with the first request.
      label={
        <>
          <span className={classes.callerName} dir="auto">
            {name}
          </span>
          <span className={classes.callerReach}>
            {phone && (
              <span className={classes.callerPhone}>
                <PhoneText text={phone} />
              </span>
            )}{' '}
            <span>{email}</span>
          </span>
          <span className={classes.callerReach} dir="auto">
            {address}
          </span>
          <span className={classes.callerOpen}>
            {open} open of {stats.total} {stats.total === 1 ? 'request' : 'requests'}
          </span>
        </>
      }
    >
      {requests.map((request) => (
        <Combobox.Option key={request.id} value={to.linkOf(request.id)} className={classes.option}>
          <span className={classes.words}>
            <span className={classes.title} dir="auto">
              {request.title}
            </span>
            <span className={classes.second}>
              <span className={classes.id}>{request.external_id}</span> ·{' '}
              <Time iso={request.created_at} format="date" />
            </span>
          </span>
          <StatusBadge status={request.status} />
        </Combobox.Option>
      ))}
      {to.canEnter && (
        <Combobox.Option value={paths.requestFor(id)} className={classes.option}>
          <IconPlus size={18} aria-hidden /> New request for this customer
        </Combobox.Option>
      )}
      <Combobox.Option
        value={`${to.customersPath}?${new URLSearchParams({ search: email, open: String(id) })}`}
        className={classes.option}
      >
        <IconAddressBook size={18} aria-hidden /> Details and work history
      </Combobox.Option>
    </Combobox.Group>
  );
}
