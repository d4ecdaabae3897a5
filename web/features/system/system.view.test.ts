import { expect, it } from 'vitest';
import type { SystemState } from '#contract/system.ts';
import type { SystemLevel } from '#contract/words/system.ts';
import { type PartName, summaryOf } from './system.view.ts';

const fine = { level: 'fine', advice: '', figures: null } as const;
const levels = (changes: Partial<Record<PartName, SystemLevel>>) => {
  const state = { database: fine, disk: fine, backups: fine, jobs: fine, mail: fine, scanner: fine, trail: fine };
  for (const [part, level] of Object.entries(changes)) Object.assign(state, { [part]: { ...fine, level } });
  return state as Pick<SystemState, PartName>;
};

it.each<[string, Partial<Record<PartName, SystemLevel>>]>([
  ['Everything works.', {}],
  ['Everything works. Off: Virus scanner.', { scanner: 'off' }],
  ['Needs attention: Mail.', { mail: 'warning' }],
  ['Needs attention: Mail. Off: Virus scanner.', { mail: 'warning', scanner: 'off' }],
  [
    'Act now: Back-ups and Disk. Needs attention: Mail. Could not be read: Audit trail.',
    {
      disk: 'bad',
      backups: 'bad',
      mail: 'warning',
      trail: 'unknown',
    },
  ],
])('%s', (sentence, changes) => expect(summaryOf(levels(changes))).toBe(sentence));
