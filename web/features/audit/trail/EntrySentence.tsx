import type { AuditEntry } from '#contract/audit.ts';
import { roleLabels } from '#web/features/users/users.view.ts';
import { Time } from '#web/ui/base/content/Time.tsx';
import { numberText, type People } from '../audit.view.ts';
import classes from './EntrySentence.module.css';
import { sentenceOf } from './sentence.ts';

/** When an entry was made, and its number. */
export function EntryMoment({ entry }: { entry: AuditEntry }) {
  return (
    <span className={classes.moment}>
      {entry.at === null ? 'Not a date' : <Time iso={entry.at} format="moment" />}
      <span className={classes.minor}>No. {numberText(entry.id)}</span>
    </span>
  );
}

/** What an entry says, as a sentence; below it who that was, and the title of the request. */
export function EntrySentence({ entry, people }: { entry: AuditEntry; people: People }) {
  const { actor, thing } = entry;
  const parts = sentenceOf(entry, people);
  const minor = [actor.role ? roleLabels[actor.role] : 'Not signed in', thing?.title].filter(Boolean);
  return (
    <span className={classes.sentence}>
      <span className={classes.what}>
        <strong>
          <bdi>{actor.name}</bdi>
        </strong>{' '}
        {parts.map((part, index) =>
          typeof part === 'string' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
            <strong key={index}>
              <bdi>{part.name}</bdi>
            </strong>
          ),
        )}
      </span>
      <span className={classes.minor} dir="auto">
        {minor.join(' · ')}
      </span>
    </span>
  );
}
