import { type AuditAction, actionLabels, auditActionNames } from '#contract/audit-actions.ts';
import { statuses } from '#contract/words/requests.ts';
import { foldText, wordsOf } from '#contract/words/search.ts';
import type { WordPattern } from '#server/lib/search.ts';

/** A word that somebody searches the trail for, and the actions that have it in their name or in what screens call them. */
export type TrailWord = {
  word: string;
  pattern: WordPattern;
  actions: AuditAction[];
  /** Whether it is a status: entries say that of a request, and the request's own text does not. */
  isStatus: boolean;
};

/** Fewer letters are the beginning of a word: they stand inside nearly every action. */
const INSIDE_MIN = 3;

function actionsWith(searched: string): AuditAction[] {
  return auditActionNames.filter((action) => {
    const names = `${action} ${actionLabels[action]}`.toLowerCase();
    return searched.length < INSIDE_MIN
      ? names.split(/[^a-z]+/).some((name) => name.startsWith(searched))
      : names.includes(searched);
  });
}

/**
 * The words of a search of the trail. An entry is found when it has every one of them.
 * @param patterns of the same words, in their order
 */
export function trailWordsOf(search: string, patterns: readonly WordPattern[]): TrailWord[] {
  return wordsOf(foldText(search)).flatMap((word, index) => {
    const pattern = patterns[index];
    const isStatus = statuses.some((status) => status === word);
    return pattern ? [{ word, pattern, actions: actionsWith(word), isStatus }] : [];
  });
}
