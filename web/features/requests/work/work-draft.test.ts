import { expect, it } from 'vitest';
import type { RequestDetail } from '#contract/request-answers.ts';
import type { Status } from '#contract/words/requests.ts';
import { enteredWork } from './work-draft.ts';

it('a status is entered only when the technician has chosen another one', () => {
  const at = (status: Status) => ({ status }) as RequestDetail;
  const entered = (status: Status, now: Status) => enteredWork({ status }, at('assigned'), at(now));
  expect(entered('assigned', 'cancelled')).toEqual({});
  expect(entered('completed', 'cancelled')).toEqual({ Status: 'Completed' });
  expect(entered('completed', 'completed')).toEqual({ Status: 'Completed, with evidence' });
});
