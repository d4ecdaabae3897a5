import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { factsOf, fieldsAbout, requestFields } from '#contract/words/request-fields.ts';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { ContactActions } from '../record/ContactActions.tsx';
import { CustomerFacts } from '../record/CustomerFacts.tsx';
import { StoredFiles } from '../record/FileGallery.tsx';
import { EarlierNotes, NewestNotes } from '../record/NotesHistory.tsx';
import { EarlierEvidence, Feedback, Signature } from '../record/RecordedEvidence.tsx';
import { RefusedWork } from '../record/RefusedWork.tsx';
import { Timeline } from '../record/Timeline.tsx';
import { UnsignedVisits } from '../record/UnsignedVisits.tsx';
import { useListedRequest } from '../requests.api.ts';
import classes from './WorkOrderFacts.module.css';

type Props = { request: RequestDetail };

/** What a technician needs first: where the request stands, whom to call, what the office says, where to go, and what is wrong. */
export function WorkOrderFacts({ request }: Props) {
  return (
    <>
      <div className={classes.badges}>
        <StatusBadge status={request.status} />
        <PriorityBadge priority={request.priority} />
      </div>
      <div className={classes.actions}>
        <ContactActions request={request} />
      </div>
      <RefusedWork request={request} />
      <NewestNotes request={request} />
      <Panel title="Customer Information">
        <CustomerFacts request={request} />
      </Panel>
      <Panel title="Request Information">
        <Facts
          items={[
            ...factsOf(request, fieldsAbout('work', ['title', 'description'])),
            ['Created', <Time key="created" iso={request.created_at} />],
            ['Completed', request.completed_at && <Time key="completed" iso={request.completed_at} />],
            ['Customer rating', request.rating && <Stars key="rating" rating={request.rating} />],
          ]}
        />
      </Panel>
    </>
  );
}

/** What has happened so far: what the customer gave for the completion, files, earlier notes, visits without a signature, changes and earlier completions. */
export function WorkOrderHistory({ request }: Props) {
  return (
    <>
      <Feedback request={request} />
      <Signature request={request} />
      <Panel title={`Uploaded Files (${request.files_total})`}>
        <StoredFiles request={request} />
      </Panel>
      <EarlierNotes request={request} />
      <UnsignedVisits visits={request.unsigned_visits} />
      <Timeline request={request} />
      <EarlierEvidence evidence={request.evidence} />
    </>
  );
}

/**
 * What the list already says of a request whose details are on their way, or could not be read: whom to call and where to go.
 * @param children what stands for the details
 */
export function WorkOrderOutline({ id, children }: { id: number; children: ReactNode }) {
  const listed = useListedRequest(id);
  if (!listed) return children;
  const { status, priority, customer } = listed;
  return (
    <div className={classes.outline}>
      <div className={classes.badges}>
        <StatusBadge status={status} />
        <PriorityBadge priority={priority} />
      </div>
      <div className={classes.actions}>
        <ContactActions request={listed} />
      </div>
      <Panel title="Customer Information">
        <Facts
          items={[
            [requestFields.customer_name.label, customer.name],
            [requestFields.customer_phone.label, <PhoneLinks key="phone" text={customer.phone} />],
            [requestFields.customer_address.label, customer.address],
          ]}
        />
      </Panel>
      {children}
    </div>
  );
}

export function WorkOrderSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading request">
      <Skeleton height={20} width="40%" />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="60%" />
      <Skeleton height={120} />
      <Skeleton height={44} />
    </div>
  );
}
