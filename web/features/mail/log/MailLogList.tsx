import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { LoggedMail } from '#contract/mail.ts';
import { paths } from '#contract/words/paths.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Found } from '#web/ui/base/content/Found.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import { kindLabel, stateLabels, stateTones } from '../mail.view.ts';
import classes from './MailLog.module.css';

type Actions = {
  /** The id of the mail that is being sent again. */
  againId: number | null;
  /** The id of the mail that is being set aside. */
  asideId: number | null;
  onSendAgain: (mail: LoggedMail) => void;
  /** Resolves to whether it was done. */
  onSetAside: (mail: LoggedMail) => Promise<boolean>;
};
type Props = Actions & { rows: readonly LoggedMail[] | undefined; stale: boolean };

const State = ({ state, set_aside_at }: LoggedMail) => (
  <span className={classes.state}>
    <Badge tone={set_aside_at ? 'neutral' : stateTones[state]}>{stateLabels[state]}</Badge>
    {set_aside_at && <span className={classes.muted}>Set aside</span>}
  </span>
);

/** What the server answered, and when the next try is. */
function Answer({ mail }: { mail: LoggedMail }) {
  if (!mail.answer && !mail.next_try_at) return <span className={classes.muted}>None</span>;
  return (
    <span className={classes.answer}>
      {mail.answer}
      {mail.state === 'waiting' && mail.next_try_at && (
        <span className={classes.muted}>
          {mail.answer ? ' Next try: ' : 'Leaves: '}
          <Time iso={mail.next_try_at} />
        </span>
      )}
    </span>
  );
}

const About = ({ request }: Pick<LoggedMail, 'request'>) =>
  request && (
    <Link className={classes.link} to={paths.adminDashboard({ requestId: request.id })}>
      <Found>{request.external_id}</Found>
    </Link>
  );

/** Where the focus goes when a mail is set aside and the pressed button is gone: to the same button of another mail. */
function nextTo(button: HTMLElement): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-set-aside]')];
  const at = all.indexOf(button);
  return all[at + 1] ?? all[at - 1] ?? button.parentElement?.querySelector('button') ?? null;
}

/** What can be done about a mail that was not sent. */
function MailActions({ mail, againId, asideId, onSendAgain, onSetAside }: Actions & { mail: LoggedMail }) {
  if (mail.state !== 'failed' && mail.state !== 'kept') return null;
  const which = `${mail.recipient}: ${kindLabel(mail.kind)}`;
  const look = { variant: 'default', size: 'xs' } as const;
  return (
    <div className={classes.actions}>
      <Button
        {...look}
        loading={againId === mail.id}
        aria-label={`Send again to ${which}`}
        onClick={() => onSendAgain(mail)}
      >
        Send Again
      </Button>
      {mail.state === 'failed' && !mail.set_aside_at && (
        <Button
          {...look}
          data-set-aside
          loading={asideId === mail.id}
          aria-label={`Set aside the mail to ${which}`}
          onClick={async ({ currentTarget }) => {
            const next = nextTo(currentTarget);
            if (await onSetAside(mail)) next?.focus();
          }}
        >
          Set Aside
        </Button>
      )}
    </div>
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
        <Found>{recipient}</Found>
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'Mail',
    cell: (mail) => (
      <span className={classes.kind}>
        {kindLabel(mail.kind)}
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
    cell: (mail) => <MailActions mail={mail} {...actions} />,
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
                <strong>{kindLabel(mail.kind)}</strong>
                <State {...mail} />
              </div>
              <span className={classes.cut} dir="auto">
                <Found>{mail.recipient}</Found>
              </span>
              <span className={classes.muted}>
                <Time iso={mail.created_at} />, {mail.tries} {mail.tries === 1 ? 'try' : 'tries'}
              </span>
              <About request={mail.request} />
              <Answer mail={mail} />
              <MailActions mail={mail} {...actions} />
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
