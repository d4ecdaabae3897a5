import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { LoggedMail } from '#contract/mail.ts';
import { paths } from '#contract/words/paths.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import { kindLabels, stateLabels, stateTones } from '../mail.view.ts';
import classes from './MailLog.module.css';

type Actions = {
  /** The id of the mail that is being sent again. */
  busyId: number | null;
  onSendAgain: (mail: LoggedMail) => void;
};
type Props = Actions & { rows: readonly LoggedMail[] | undefined; stale: boolean };

const State = ({ state }: LoggedMail) => <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>;

/** What the server answered, and when the next try is. */
function Answer({ mail }: { mail: LoggedMail }) {
  if (!mail.answer && !mail.next_try_at) return <span className={classes.muted}>None</span>;
  return (
    <span className={classes.answer}>
      {mail.answer}
      {mail.state === 'waiting' && mail.answer && mail.next_try_at && (
        <span className={classes.muted}>
          {' '}
          Next try: <Time iso={mail.next_try_at} />
        </span>
      )}
    </span>
  );
}

const About = ({ request }: Pick<LoggedMail, 'request'>) =>
  request && (
    <Link className={classes.link} to={paths.adminDashboard({ requestId: request.id })}>
      {request.external_id}
    </Link>
  );

function Again({ mail, busyId, onSendAgain }: Actions & { mail: LoggedMail }) {
  if (mail.state !== 'failed' && mail.state !== 'kept') return null;
  return (
    <Button
      variant="default"
      size="xs"
      loading={busyId === mail.id}
      aria-label={`Send again to ${mail.recipient}: ${kindLabels[mail.kind]}`}
      onClick={() => onSendAgain(mail)}
    >
      Send Again
    </Button>
  );
}

const columns = (actions: Actions): readonly Column<LoggedMail>[] => [
  {
    key: 'created',
    header: 'Time',
    width: '7.5rem',
    cell: ({ created_at }) => <Time iso={created_at} format="relative" />,
  },
  {
    key: 'to',
    header: 'To',
    cell: ({ recipient }) => (
      <span className={classes.cut} title={recipient} dir="auto">
        {recipient}
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'Mail',
    cell: (mail) => (
      <span className={classes.kind}>
        {kindLabels[mail.kind]}
        <About request={mail.request} />
      </span>
    ),
  },
  { key: 'state', header: 'State', width: '7.5rem', cell: State },
  { key: 'tries', header: 'Tries', width: '4.5rem', cell: ({ tries }) => tries },
  { key: 'answer', header: 'Answer of the Server', cell: (mail) => <Answer mail={mail} /> },
  {
    key: 'actions',
    onScreenOnly: true,
    header: 'Actions',
    width: '7.5rem',
    cell: (mail) => <Again mail={mail} {...actions} />,
  },
];

/** Lists mails as a table, or as cards on small screens. */
export function MailLogList({ rows, stale, ...actions }: Props) {
  const [ref, isSmall] = useIsNarrow(56);
  return (
    <div ref={ref} className={classes.list}>
      {isSmall ? (
        <CardList
          label="Mails"
          rows={rows}
          stale={stale}
          rowKey={({ id }) => id}
          lines={[26, 22, 22, 20, 15, 15]}
          className={classes.card}
        >
          {(mail) => (
            <>
              <div className={classes.top}>
                <strong>{kindLabels[mail.kind]}</strong>
                <State {...mail} />
              </div>
              <span className={classes.cut} dir="auto">
                {mail.recipient}
              </span>
              <span className={classes.muted}>
                <Time iso={mail.created_at} />, {mail.tries} {mail.tries === 1 ? 'try' : 'tries'}
              </span>
              <About request={mail.request} />
              <Answer mail={mail} />
              <Again mail={mail} {...actions} />
            </>
          )}
        </CardList>
      ) : (
        <DataTable
          label="Mails"
          columns={columns(actions)}
          rows={rows}
          rowKey={(mail) => mail.id}
          minWidth={900}
          stale={stale}
        />
      )}
    </div>
  );
}
