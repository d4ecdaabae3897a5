import { describe, expect, it, vi } from 'vitest';
import { type Runner, runWithSecondChance } from './lib-chances.ts';
import type { Outcome, Report } from './lib-reports.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

const test = (name: string, ok: boolean): Outcome => {
  const [file = '', title = ''] = name.split(' ');
  return { file, title, ok, message: ok ? '' : 'no' };
};
const passing = (...names: string[]) => names.map((name) => test(name, true));
const failing = (...names: string[]) => names.map((name) => test(name, false));

/** A runner with these reports, in order, and the files of each pass. */
function planted(...passes: (Outcome[] | Report | null)[]) {
  const asked: (readonly string[] | null)[] = [];
  const runner: Runner = {
    title: 'planted',
    async pass(nth, files) {
      asked.push(files);
      const planned = passes[nth] ?? null;
      const report = Array.isArray(planned) ? { outcomes: planned, skipped: [], broken: null } : planned;
      return { succeeded: report !== null && !report.broken && report.outcomes.every(({ ok }) => ok), report };
    },
  };
  return { asked, verdict: runWithSecondChance(runner) };
}
const names = (outcomes: readonly Outcome[]) => outcomes.map(({ file, title }) => `${file} ${title}`);

describe('a run of tests', () => {
  it('without failures is run once', async () => {
    const { asked, verdict } = planted(passing('a.ts one', 'b.ts two'));
    expect(await verdict).toMatchObject({ failed: [], flaky: [], broken: null });
    expect(asked).toEqual([null]);
  });

  it('with a test that fails once is run again, its file alone, and names the test', async () => {
    const { asked, verdict } = planted(
      [...passing('a.ts one', 'b.ts two'), ...failing('b.ts three')],
      passing('b.ts two', 'b.ts three'),
    );
    const { passed, failed, flaky, broken } = await verdict;
    expect(names(passed)).toEqual(['a.ts one', 'b.ts two', 'b.ts three']);
    expect({ failed, flaky: names(flaky), broken }).toEqual({ failed: [], flaky: ['b.ts three'], broken: null });
    expect(asked).toEqual([null, ['b.ts']]);
  });

  it('with a test that fails three times is red', async () => {
    const { asked, verdict } = planted(...[1, 2, 3].map(() => failing('a.ts one')));
    const { failed, flaky } = await verdict;
    expect({ failed: names(failed), flaky }).toEqual({ failed: ['a.ts one'], flaky: [] });
    expect(asked).toHaveLength(3);
  });

  it('counts every one of twelve flaky tests of one file', async () => {
    const twelve = Array.from({ length: 12 }, (_, n) => `a.ts test-${n}`);
    const { flaky, passed, broken } = await planted(failing(...twelve), passing(...twelve)).verdict;
    expect([names(flaky), passed.length, broken]).toEqual([twelve, 12, null]);
  });

  it('gives a second chance to another test of a file that failed in the first one', async () => {
    const { verdict } = planted(
      [...failing('a.ts one'), ...passing('a.ts two')],
      [...passing('a.ts one'), ...failing('a.ts two')],
      passing('a.ts one', 'a.ts two'),
    );
    const { flaky, failed } = await verdict;
    expect([names(flaky), failed]).toEqual([['a.ts one', 'a.ts two'], []]);
  });

  it('with failures in eleven files is red at once', async () => {
    const { asked, verdict } = planted(failing(...Array.from({ length: 11 }, (_, n) => `${n}.ts one`)));
    expect((await verdict).broken).toBe('11 files have failures, which is no noise');
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Outcome[] | Report | null, string]>([
    [
      'was cut short',
      { outcomes: failing('a.ts one'), skipped: [], broken: 'the run was cut short' },
      'the run was cut short',
    ],
    ['wrote no report', null, 'ended without a report'],
    ['ran no test', [], 'ran no test'],
  ])('that %s is red, and no file of it is run again', async (_, first, reason) => {
    const { asked, verdict } = planted(first, passing('a.ts one'));
    expect((await verdict).broken).toBe(reason);
    expect(asked).toHaveLength(1);
  });

  it('that fails without a failing test is red', async () => {
    const runner: Runner = {
      title: 'planted',
      pass: async () => ({ succeeded: false, report: { outcomes: passing('a.ts one'), skipped: [], broken: null } }),
    };
    expect((await runWithSecondChance(runner)).broken).toBe('failed without a failing test');
  });

  it('is red when a file runs fewer tests the second time', async () => {
    const { verdict } = planted([...failing('a.ts one'), ...passing('a.ts two')], passing('a.ts one'));
    expect((await verdict).broken).toBe('a.ts: ran fewer tests when it was run again');
  });
});
