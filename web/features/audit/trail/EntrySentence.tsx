import type { AuditEntry } from '#contract/audit.ts';
import { type People, sentenceOf } from '#contract/texts/audit-sentence.ts';
import { roleLabels } from '#web/features/users/users.view.ts';
import { Found } from '#web/ui/base/content/Found.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { numberText } from '../audit.view.ts';
import classes from './EntrySentence.module.css';

/** When an entry was made, and its number. */
export function EntryMoment({ entry }: { entry: AuditEntry }) {
  return (
    <span className={classes.moment}>
      {entry.at === null ? 'Not a date' : <Time iso={entry.at} format="moment" />}
      <span className={classes.minor}>No. {numberText(entry.id)}</span>
    </span>
  );
}

/** What an entry says, as a sentence. */
export function EntryWords({ entry, people }: { entry: Parameters<typeof sentenceOf>[0]; people: People }) {
  return (
    <>
      <strong>
        <bdi>
          <Found>{entry.actor.name}</Found>
        </bdi>
      </strong>{' '}
      {sentenceOf(entry, people).map((part, index) =>
        typeof part === 'string' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
          <Found key={index}>{part}</Found>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
          <strong key={index}>
            <bdi>
              <Found>{part.name}</Found>
            </bdi>
          </strong>
        ),
      )}
    </>
  );
}

/** The sentence of an entry; below it who that was, and the title of the request. */
export function EntrySentence({ entry, people }: { entry: AuditEntry; people: People }) {
  const { actor, thing } = entry;
  const minor = [actor.role ? roleLabels[actor.role] : 'Not signed in', thing?.title].filter(Boolean);
  return (
    <span className={classes.sentence}>
      <span className={classes.what}>
        <EntryWords entry={entry} people={people} />
      </span>
      <span className={classes.minor} dir="auto">
        <Found>{minor.join(' · ')}</Found>
      </span>
    </span>
  );
}
