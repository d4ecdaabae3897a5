import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AuditEntry, audit } from '#contract/audit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { peopleOf } from '#contract/texts/audit-sentence.ts';
import { auditEntities } from '#contract/words/audit.ts';
import { paths } from '#contract/words/paths.ts';
import { roleLabels } from '#web/features/users/users.view.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { Dialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { auditQueries } from '../audit.api.ts';
import { numberText, thingPath, trailFilters } from '../audit.view.ts';
import { changesOf } from './diff.ts';
import classes from './EntryDialog.module.css';
import { EntryDiff } from './EntryDiff.tsx';
import { EntryWords } from './EntrySentence.tsx';

/** The name of the dialog's history layer. */
const ENTRY_LAYER = 'entry';

const asEventNumber = (value: unknown) => (typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : null);

/** Which entry's dialog is open. */
export const useEntryLayer = () => useHistoryLayer(ENTRY_LAYER, asEventNumber);

type Props = { id: string | null; onClose: () => void };

/** One entry of the trail: who, when, from where, and what changed, field by field. */
export function EntryDialog({ id, onClose }: Props) {
  const shown = useLastValue(id);
  return (
    <Dialog
      layer={ENTRY_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={shown !== null && `Entry ${numberText(shown)}`}
      width={760}
    >
      {shown !== null && <Body id={shown} />}
    </Dialog>
  );
}

function Body({ id }: { id: string }) {
  const answer = useQuery(auditQueries.entry(id));
  if (answer.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load the entry"
        error={answer.error}
        onRetry={() => void answer.refetch()}
        busy={answer.isFetching}
      />
    );
  }
  if (!answer.data) return <EntrySkeleton />;
  return <Details {...answer.data} />;
}

function Details({ entry, people: named }: ResponseOf<typeof audit.get>) {
  const { time_zone: timeZone } = useBusiness();
  const { actor, entity, entity_id } = entry;
  const people = peopleOf(named);
  // An older instance, which is still there during an upgrade, answers without a summary.
  const said = { ...entry, ...(entry.summary ?? { changed: [] }) };
  const changes = changesOf(entry.before, entry.after, { people, timeZone });
  const kind = auditEntities.find((one) => one === entity);
  const params = kind && entity_id && trailFilters.write({ ...trailFilters.none, entity: kind, entity_id });
  return (
    <div className={classes.body}>
      <Facts
        items={[
          ['What happened', <EntryWords key="what" entry={said} people={people} />],
          ['Time', entry.at === null ? 'Not a date' : <Time key="at" iso={entry.at} format="moment" />],
          ['Actor', actor.role ? `${actor.name} (${roleLabels[actor.role]})` : actor.name],
          ['About', entity_id && <About key="about" entry={entry} id={entity_id} />],
          ['IP address', entry.ip],
          ['Browser', entry.user_agent],
          ['Seal', entry.sealed ? 'Sealed' : 'Waits for its seal, which takes about a second'],
        ]}
      />
      {params && (
        <p className={classes.more}>
          {/* Replaces the entry of the dialog in the history, so that Back leads to the list before. */}
          <Link replace to={`${paths.auditorTrail()}?${params}`}>
            All entries about this
          </Link>
        </p>
      )}
      <Panel title="What changed">
        <EntryDiff changes={changes} isNew={entry.before === null} isGone={entry.after === null} />
      </Panel>
    </div>
  );
}

/** What the entry is about, as it is named now; as the trail names it when it is gone. */
function About({ entry, id }: { entry: Pick<AuditEntry, 'entity' | 'entity_id' | 'thing' | 'known_as'>; id: string }) {
  const { thing, known_as } = entry;
  const path = thingPath(entry);
  if (!thing && known_as) {
    return (
      <>
        <bdi>{known_as}</bdi> (number {id}), which is deleted
      </>
    );
  }
  if (!thing) return `Number ${id}, which is deleted or has no name`;
  return (
    <>
      {path ? (
        // Replaces the entry of the dialog in the history, so that Back leads to the list.
        <Link replace to={path}>
          {thing.name}
        </Link>
      ) : (
        <bdi>{thing.name}</bdi>
      )}
      {thing.title && (
        <>
          {' '}
          · <bdi>{thing.title}</bdi>
        </>
      )}
    </>
  );
}

function EntrySkeleton() {
  return (
    <div className={classes.body} role="status" aria-label="Loading entry">
      <Skeleton height={14} width="70%" />
      <Skeleton height={14} width="55%" />
      <Skeleton height={14} width="60%" />
      <Skeleton height={14} width="50%" />
      <Skeleton height={120} />
    </div>
  );
}
