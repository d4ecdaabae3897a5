import { Accordion, Skeleton } from '@mantine/core';
import { PhoneText } from '#web/domain/reach/PhoneLinks.tsx';
import { Found } from '#web/ui/base/content/Found.tsx';
import type { CustomerWithHistory } from '../customers.view.ts';
import classes from './CustomerAccordion.module.css';
import { CustomerDetails } from './CustomerDetails.tsx';

type Props = {
  customers: readonly CustomerWithHistory[] | undefined;
  /** Whether the rows belong to the previous search while new ones load. */
  stale: boolean;
  /** The id of the open customer; 0 for none. */
  open: number;
  onOpen: (id: number) => void;
  linkOf: (requestId: number) => string;
  formOf: ((customerId: number) => string) | undefined;
};

/** One customer per row. The open one shows their contact details, figures and work history. */
export function CustomerAccordion({ customers, stale, open, onOpen, linkOf, formOf }: Props) {
  if (!customers) return <CustomerSkeletons />;
  return (
    <Accordion
      value={open ? String(open) : null}
      onChange={(value) => onOpen(Number(value ?? 0))}
      order={2}
      transitionDuration={0}
      classNames={{
        root: classes.root ?? '',
        item: classes.item ?? '',
        control: classes.control ?? '',
        label: classes.label ?? '',
        content: classes.content ?? '',
        chevron: classes.chevron ?? '',
      }}
      data-stale={stale || undefined}
      aria-busy={stale}
    >
      {customers.map((customer) => (
        <Accordion.Item key={customer.id} value={String(customer.id)}>
          <Accordion.Control>
            <span className={classes.who}>
              <span className={classes.name} dir="auto">
                <Found>{customer.name}</Found>
              </span>
              <span className={classes.email}>
                <Found>{customer.email}</Found>
              </span>
            </span>
            <span className={classes.phone}>
              <PhoneText text={customer.phone} />
            </span>
            <span className={classes.total}>
              {customer.stats.total} {customer.stats.total === 1 ? 'request' : 'requests'}
            </span>
          </Accordion.Control>
          <Accordion.Panel>
            {customer.id === open && (
              <CustomerDetails customer={customer} linkOf={linkOf} form={formOf?.(customer.id)} />
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function CustomerSkeletons() {
  return (
    <div className={classes.root} role="status" aria-label="Loading customers">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={classes.skeleton}>
          <Skeleton height={14} width="30%" />
          <Skeleton height={12} width="45%" />
        </div>
      ))}
    </div>
  );
}
