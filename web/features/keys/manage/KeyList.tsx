import { Button } from '@mantine/core';
import type { ApiKeyInfo } from '#contract/keys.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import { lastDayText, makerText, scopesText, stateLabels, stateTones } from '../keys.view.ts';
import classes from './KeyList.module.css';

type Props = { rows: readonly ApiKeyInfo[] | undefined; onEnd: (key: ApiKeyInfo) => void };

const State = ({ state }: ApiKeyInfo) => (
  <Badge tone={stateTones[state]} dot>
    {stateLabels[state]}
  </Badge>
);

/** Who ended a key, and when. */
const Ended = ({ ended_at, ended_by, prefix }: ApiKeyInfo & { prefix: string }) =>
  ended_at && (
    <span className={`${classes.muted} ${classes.name}`}>
      {prefix} {ended_by}, <Time iso={ended_at} format="date" />
    </span>
  );

const LastUsed = ({ last_used_at }: ApiKeyInfo) =>
  last_used_at ? <Time iso={last_used_at} format="relative" /> : <span className={classes.muted}>Never</span>;

const Made = (key: ApiKeyInfo) => (
  <span className={classes.stack}>
    <span className={classes.name} dir="auto">
      {makerText(key)}
    </span>
    <span className={classes.muted}>
      <Time iso={key.created_at} format="date" />
    </span>
  </span>
);

const End = ({ apiKey, onEnd }: { apiKey: ApiKeyInfo } & Pick<Props, 'onEnd'>) =>
  apiKey.state === 'live' && (
    <Button variant="default" size="xs" aria-label={`End Key ${apiKey.name}`} onClick={() => onEnd(apiKey)}>
      End Key
    </Button>
  );

const StateCell = (key: ApiKeyInfo) => (
  <span className={classes.stack}>
    <State {...key} />
    <Ended {...key} prefix="by" />
  </span>
);

const columnsOf = (onEnd: Props['onEnd']): readonly Column<ApiKeyInfo>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <strong className={classes.name} dir="auto">
        {name}
      </strong>
    ),
  },
  { key: 'scopes', header: 'May Read', width: '9rem', cell: ({ scopes }) => scopesText(scopes) },
  { key: 'used', header: 'Last Used', width: '8rem', cell: LastUsed },
  { key: 'expires', header: 'Expires', width: '7.5rem', cell: lastDayText },
  { key: 'made', header: 'Made By', width: '9.5rem', cell: Made },
  { key: 'state', header: 'State', width: '9.5rem', cell: StateCell },
  {
    key: 'actions',
    onScreenOnly: true,
    header: 'Actions',
    width: '6.5rem',
    cell: (key) => <End apiKey={key} onEnd={onEnd} />,
  },
];

/** Lists API keys as a table, or as cards on small screens. */
export function KeyList({ rows, onEnd }: Props) {
  const [ref, isSmall] = useIsNarrow(56);
  return (
    <div ref={ref} className={classes.list}>
      {isSmall ? (
        <CardList
          label="API keys"
          rows={rows}
          rowKey={({ id }) => id}
          lines={[26, 22, 22, 22, 44]}
          className={classes.card}
        >
          {(key) => (
            <>
              <div className={classes.top}>
                <strong className={classes.name} dir="auto">
                  {key.name}
                </strong>
                <State {...key} />
              </div>
              <span>Reads: {scopesText(key.scopes)}</span>
              <span className={classes.muted}>
                Last used: <LastUsed {...key} />
              </span>
              <span className={classes.muted}>Expires: {lastDayText(key)}</span>
              <span className={`${classes.muted} ${classes.name}`}>
                Made by {makerText(key)}, <Time iso={key.created_at} format="date" />
              </span>
              <Ended {...key} prefix="Ended by" />
              <div className={classes.actions}>
                <End apiKey={key} onEnd={onEnd} />
              </div>
            </>
          )}
        </CardList>
      ) : (
        <DataTable label="API keys" columns={columnsOf(onEnd)} rows={rows} rowKey={({ id }) => id} minWidth={880} />
      )}
    </div>
  );
}
