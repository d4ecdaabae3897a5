import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RequestDetail } from '#contract/request-answers.ts';
import { paths } from '#contract/words/paths.ts';
import { factsOf, fieldsAbout } from '#contract/words/request-fields.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { FlashNotice } from '#web/ui/mantine/content/FlashNotice.tsx';
import { CustomerFacts } from '../record/CustomerFacts.tsx';
import { NotesHistory } from '../record/NotesHistory.tsx';
import { EarlierEvidence, Feedback, Signature } from '../record/RecordedEvidence.tsx';
import { RefusedWork } from '../record/RefusedWork.tsx';
import shared from '../record/record.module.css';
import { Timeline } from '../record/Timeline.tsx';
import { UnsignedVisits } from '../record/UnsignedVisits.tsx';
import classes from './DetailsTab.module.css';
import type { Correcting } from './useCorrecting.ts';
import { WorkOrderPanel } from './WorkOrderPanel.tsx';

type Props = { request: RequestDetail; readOnly: boolean; correcting: Correcting };

/** The request, the customer, the customer's feedback, the notes and the timeline (spec §2 Details). */
export function DetailsTab({ request, readOnly, correcting }: Props) {
  const { button, begin, saved } = correcting;
  const { contact_message_id: contactId } = request;
  const contact =
    contactId && (readOnly ? `${paths.auditorContacts}?contactId=${contactId}` : paths.adminContacts({ contactId }));
  return (
    <div className={classes.columns}>
      <div className={classes.wide}>
        <FlashNotice flash={saved} />
      </div>
      {request.refused_work.length > 0 && (
        <div className={classes.wide}>
          <RefusedWork request={request} readOnly={readOnly} />
        </div>
      )}
      {request.unsigned_visits.length > 0 && (
        <div className={classes.wide}>
          <UnsignedVisits visits={request.unsigned_visits} />
        </div>
      )}
      <Panel
        title="Request Information"
        aside={
          !readOnly && (
            <Button
              ref={button}
              aria-keyshortcuts="e"
              className={shared.aside}
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={begin}
            >
              Edit Request
            </Button>
          )
        }
      >
        <Facts
          items={[
            ['ID', request.external_id],
            ...factsOf(request, fieldsAbout('work')),
            [
              'Made from',
              contact && <Link key="contact" to={contact}>{`Contact message ${request.contact_message_id}`}</Link>,
            ],
            ['Created', <Time key="created" iso={request.created_at} />],
            ['Completed', request.completed_at && <Time key="completed" iso={request.completed_at} />],
            ['Customer rating', request.rating && <Stars key="rating" rating={request.rating} />],
          ]}
        />
      </Panel>
      <Panel title="Customer Information">
        <CustomerFacts request={request} />
      </Panel>
      <div className={classes.wide}>
        <Feedback request={request} />
      </div>
      <div className={classes.wide}>
        <Signature request={request} />
      </div>
      <div className={classes.wide}>
        <EarlierEvidence evidence={request.evidence} />
      </div>
      <div className={classes.wide}>
        <WorkOrderPanel request={request} readOnly={readOnly} />
      </div>
      <NotesHistory request={request} />
      <Timeline request={request} />
    </div>
  );
}
