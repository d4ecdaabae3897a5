import { createElement, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Row } from './rows.ts';
import { useRows } from './useRows.ts';

type Hook = ReturnType<typeof useRows<Row>>;
type Step = (hook: Hook, read: (rows: readonly Row[]) => void) => void;

const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id }));

function List({ step }: { step: Step }) {
  const [rows, setRows] = useState<readonly Row[]>(rowsOf(11, 12, 13));
  step(useRows(rows), setRows);
  return null;
}

/** Mounts the hook and takes a step in each of its renders. Returns the hook as the last step has left it. */
function mounted(...steps: readonly Step[]): Hook {
  const renders: Hook[] = [];
  const step: Step = (hook, read) => steps[renders.push(hook) - 1]?.(hook, read);
  renderToString(createElement(List, { step }));
  const last = renders.at(-1);
  if (!last) throw new Error('the list was not rendered');
  return last;
}

const active =
  (id: number): Step =>
  (hook) =>
    hook.onActive(String(id));
const toggle: Step = (hook) => void hook.toggle();
const idsOf = ({ chosenRows }: Hook) => chosenRows.map(({ id }) => id);

describe('the rows of a list', () => {
  it('are all unchosen at first, and the keyboard is nowhere', () => {
    const hook = mounted();
    expect([idsOf(hook), hook.activeKey, hook.activeRow]).toEqual([[], null, undefined]);
    expect(idsOf(mounted(toggle))).toEqual([]);
  });

  it('are chosen where the keyboard is, in the order of the list, and taken back', () => {
    expect(idsOf(mounted(active(13), toggle, active(11), toggle))).toEqual([11, 13]);
    expect(idsOf(mounted(active(13), toggle, active(11), toggle, active(13), toggle))).toEqual([11]);
    expect(idsOf(mounted((hook) => hook.chooseAlso([12, 13]), active(11), toggle))).toEqual([11, 12, 13]);
    expect(
      idsOf(
        mounted(
          (hook) => hook.chooseAlso([12, 13]),
          (hook) => hook.clear(),
        ),
      ),
    ).toEqual([]);
  });

  it('stay chosen when they are read again; one that has left the list counts no more', () => {
    const hook = mounted(
      (hook) => hook.chooseAlso([11, 12]),
      (_, read) => read(rowsOf(10, 11, 13)),
    );
    expect(idsOf(hook)).toEqual([11]);
  });

  it('are chosen as a page and taken back as a page, and those of other pages stay chosen', () => {
    const wholePage: Step = (hook) => hook.wholePage.onChange();
    const other: Step = (hook) => hook.chooseAlso([7, 11]);
    expect(mounted(other, wholePage).chosen).toEqual({ 7: true, 11: true, 12: true, 13: true });
    expect(mounted(other, wholePage, wholePage).chosen).toEqual({ 7: true });
  });

  it('keep the keyboard when they are read again; it goes on in the place of a row that has left', () => {
    const moved = mounted(active(12), (_, read) => read(rowsOf(10, 11, 12)));
    expect(moved.activeKey).toBe('12');
    const left = mounted(active(12), (_, read) => read(rowsOf(11, 13)), toggle);
    expect([left.activeKey, idsOf(left)]).toEqual(['13', [13]]);
  });
});
