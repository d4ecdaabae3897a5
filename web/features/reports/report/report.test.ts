import { describe, expect, it } from 'vitest';
import { listOf } from '../reports.view.ts';
import { averageRatingChart, performanceChart, timeChart } from './row-charts.ts';
import { serviceChart } from './share-charts.ts';

const none = { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 };
const person = (id: number, completed: number, average_rating: number | null = null) => ({
  ...{
    id,
    name: `Tess ${String(id).padStart(2, '0')}`,
    is_active: true,
    total: completed,
    assigned: 0,
    in_progress: 0,
  },
  ...{ completed, rated: average_rating === null ? 0 : 1, average_rating },
});
const list = () => '/list';

describe('the performance of technicians', () => {
  const words = (completed: number) => performanceChart([{ ...person(1, completed), total: 3 }], () => list).words;
  const bars = 'The bars leave out pending and cancelled requests.';
  it('names the best one', () => expect(words(2)).toBe(`Most completed: Tess 01 with 2 of 3. ${bars}`));
  it('has a bar for the twelve with the most work, or for all', () => {
    const technicians = Array.from({ length: 21 }, (_, nth) => person(nth + 1, nth));
    const [part, whole] = [false, true].map((isWhole) => performanceChart(technicians, () => list, isWhole));
    expect(part).toMatchObject({ rows: { length: 12 }, all: 21, data: { rows: { length: 21 } } });
    expect(part?.rows[0]?.label).toBe('Tess 21');
    expect(part?.words).toContain('The chart shows the 12 with the most work, the table all 21.');
    expect(whole).toMatchObject({ rows: { length: 21 }, all: 21 });
    expect(whole?.words).not.toContain('The chart shows');
    expect(performanceChart(technicians.slice(0, 12), () => list)).not.toHaveProperty('all');
  });
  it('names nobody before something is completed', () => expect(words(0)).toBe(`Nothing is completed yet. ${bars}`));
});

describe('ratings', () => {
  it('have a bar for those who were rated, the best first', () => {
    const chart = averageRatingChart([person(1, 2, 3.2), person(2, 0), person(3, 5, 4.8)], () => list);
    expect(chart.rows.map(({ key, values }) => [key, values])).toEqual([
      ['3', { success: 4.8 }],
      ['1', { warning: 3.2 }],
    ]);
  });
  it('have a bar for the twelve best, or for all', () => {
    const technicians = Array.from({ length: 14 }, (_, nth) => person(nth + 1, 1, 4));
    const rows = [false, true].map((isWhole) => averageRatingChart(technicians, () => list, isWhole).rows.length);
    expect(rows).toEqual([12, 14]);
  });
});

describe('the service types', () => {
  const services = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({ service_type: `Service ${nth}`, requests: 10 - nth }));
  it('have a slice each, and from the eighth on the smaller ones share one; the table has them all', () => {
    expect(serviceChart(services(7), list).items).toHaveLength(7);
    const { items, data } = serviceChart(services(9), list);
    expect(items.map(({ label, value }) => [label, value]).at(-1)).toEqual(['3 smaller types', 4 + 3 + 2]);
    expect(items).toHaveLength(7);
    expect(data.rows).toHaveLength(9);
  });
  it('have a slice each when all are asked for', () => {
    const { items, legend, all } = serviceChart(services(9), list, true);
    expect([items.length, legend.length, all]).toEqual([9, 9, 9]);
  });
});

describe('the timeline', () => {
  it('says when its last step has not ended', () => {
    const wordsOn = (today: string, step: 'day' | 'week') => {
      const steps = [{ day: '2026-11-16', ...none, completed: 2 }];
      return timeChart({ days: { from: null, to: null }, timeline: { step, steps } }, today, () => list).words;
    };
    expect(wordsOn('2026-11-22', 'week')).toMatch(/Nov 16, 2026: 2\. The last week has not ended\.$/);
    expect(wordsOn('2026-11-23', 'week')).toMatch(/Nov 16, 2026: 2\.$/);
    expect(wordsOn('2026-11-16', 'day')).toMatch(/The last day has not ended\.$/);
  });

  it('names no step as the busiest when all requests are cancelled', () => {
    const steps = [{ day: '2026-11-16', ...none, cancelled: 2 }];
    const days = { from: null, to: null };
    const { words } = timeChart({ days, timeline: { step: 'day', steps } }, '2026-11-23', () => list);
    expect(words).toBe('No requests besides cancelled ones.');
  });

  it('leads to the days of a step without cancelled requests, and never beyond the period', () => {
    const { rows } = timeChart(
      {
        days: { from: '2026-11-04', to: '2026-11-12' },
        timeline: { step: 'week', steps: ['2026-11-02', '2026-11-09'].map((day) => ({ day, ...none })) },
      },
      '2026-11-12',
      (days) => listOf({ days, technician: 0 }),
    );
    const weeks = ['from=2026-11-04&to=2026-11-08', 'from=2026-11-09&to=2026-11-12'];
    expect(rows.map(({ to }) => to)).toEqual(
      weeks.map((days) => `/dashboard/admin?without=cancelled&period=custom&${days}`),
    );
  });
});
