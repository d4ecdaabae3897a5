import { Button, Skeleton } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import type { HeldRequest } from '#contract/requests/held.ts';
import { factsOf, type Told } from '#contract/words/request-fields.ts';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CopyButton } from '#web/ui/mantine/content/CopyButton.tsx';
import { CustomerFacts } from '../record/CustomerFacts.tsx';
import { FileGallery } from '../record/FileGallery.tsx';
import classes from './HeldCards.module.css';

type Props = {
  /** Undefined while they load. */
  rows: readonly HeldRequest[] | undefined;
  /** Whether the rows are those of the page before. */
  stale: boolean;
  /** What is on its way. */
  pending: { id: number; how: 'accept' | 'delete' } | null | undefined;
  /** Null for a reader who decides nothing. */
  onAccept: ((request: HeldRequest) => void) | null;
  onDelete: (request: HeldRequest) => void;
};

const toldOfHeld = (held: HeldRequest): Told => ({
  title: held.title,
  service_type: held.service_type,
  description: held.description,
  customer: {
    name: held.customer_name,
    email: held.customer_email,
    phone: held.customer_phone,
    address: held.customer_address,
    payment_address: held.payment_address,
  },
});

/** Held requests as cards with all of their content. */
export function HeldCards({ rows, stale, pending, onAccept, onDelete }: Props) {
  return (
    <ul className={classes.cards} aria-label="Held requests" aria-busy={!rows || stale} data-stale={stale || undefined}>
      {rows
        ? rows.map((row) => (
            <li key={row.id} className={classes.card}>
              <Held held={row} />
              {onAccept && (
                <div className={classes.actions}>
                  <Button
                    aria-label={`Accept: ${row.external_id}`}
                    loading={pending?.id === row.id && pending.how === 'accept'}
                    disabled={Boolean(pending)}
                    onClick={() => onAccept(row)}
                  >
                    Accept
                  </Button>
                  <Button
                    variant="default"
                    aria-label={`Delete…: ${row.external_id}`}
                    loading={pending?.id === row.id && pending.how === 'delete'}
                    disabled={Boolean(pending)}
                    onClick={() => onDelete(row)}
                  >
                    Delete…
                  </Button>
                </div>
              )}
            </li>
          ))
        : ['a', 'b'].map((key) => (
            <li key={key} className={classes.card}>
              <Skeleton height={24} width="60%" />
              <Skeleton height={150} />
              <Skeleton height={36} width="40%" />
            </li>
          ))}
    </ul>
  );
}

function Held({ held }: { held: HeldRequest }) {
  const told = toldOfHeld(held);
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title} dir="auto">
          {held.title}
        </h2>
        <PriorityBadge priority={held.priority} />
      </div>
      <p className={classes.origin}>
        <CopyButton text={held.external_id} />
        <Time iso={held.created_at} />
      </p>
      <p className={classes.reason}>
        <IconShieldQuestion size={18} aria-hidden className={classes.icon} />
        <span className={classes.words}>
          Something was in a field that people can’t see: <bdi className={classes.hidden}>{held.hidden_text}</bdi>
        </span>
      </p>
      <div className={classes.columns}>
        <Facts items={factsOf(told, ['service_type', 'description'])} />
        <CustomerFacts request={told} />
      </div>
      {held.files.length > 0 && <FileGallery files={held.files} layer={`picture-${held.id}`} />}
    </>
  );
}
