import type { Page } from '@playwright/test';
import type { Report } from '#contract/reports.ts';
import { contract } from '../support/calls.ts';
import { callTo, succeed } from '../support/network.ts';

const none = { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 };

const figures: Report['figures'] = {
  total: 128,
  by_status: { pending: 9, assigned: 17, in_progress: 12, completed: 86, cancelled: 4 },
  average_resolution_seconds: 187_200,
  rated: 74,
  average_rating: 4.31,
  satisfied: 63,
  responded: 121,
  average_first_response_seconds: 11_880,
  assigned_same_day: 97,
};

const technician = (id: number, name: string, counts: readonly [number, number, number], rating: number | null) => {
  const [assigned, in_progress, completed] = counts;
  return {
    id,
    name,
    is_active: true,
    total: assigned + in_progress + completed + 1,
    assigned,
    in_progress,
    completed,
    rated: rating === null ? 0 : Math.ceil(completed / 2),
    average_rating: rating,
  };
};

/** A report as the server answers it, for screens that show what no test can bring about on a shared server. */
export const aReport = (change: Partial<Report> = {}): Report => ({
  days: { from: '2026-10-24', to: '2026-11-22' },
  figures,
  previous: {
    days: { from: '2026-09-24', to: '2026-10-23' },
    figures: {
      ...figures,
      total: 102,
      by_status: { ...figures.by_status, completed: 86 },
      average_resolution_seconds: 241_920,
      average_first_response_seconds: null,
      satisfied: 70,
    },
  },
  total_requests: 1_412,
  technicians_total: 4,
  by_priority: { low: 31, medium: 62, high: 24, urgent: 11 },
  by_service_type: [
    { service_type: 'Parking Lot Lighting', requests: 48 },
    { service_type: 'Interior Lighting', requests: 33 },
    { service_type: 'Electrical Panels', requests: 21 },
    { service_type: 'Other', requests: 17 },
    { service_type: 'Sign Lighting', requests: 9 },
  ],
  ratings: [3, 3, 5, 20, 43],
  timeline: {
    step: 'day',
    steps: Array.from({ length: 30 }, (_, nth) => ({
      ...none,
      day: new Date(Date.UTC(2026, 9, 24 + nth)).toISOString().slice(0, 10),
      pending: nth > 22 ? nth % 4 : 0,
      assigned: nth > 15 ? (nth * 3) % 4 : 0,
      in_progress: nth > 10 ? (nth * 5) % 3 : 0,
      completed: nth < 26 ? 1 + ((nth * 7) % 5) : 0,
    })),
  },
  technicians: [
    technician(11, 'Tess Volt', [3, 2, 31], 4.6),
    technician(12, 'Maximilian Featherstonehaugh-Worthington', [6, 4, 22], 3.2),
    technician(13, 'Ola Lund', [5, 1, 18], 2.4),
    technician(14, 'New Hand', [3, 5, 0], null),
  ],
  ...change,
});

/** A report of no requests. */
export const anEmptyReport = (): Report =>
  aReport({
    figures: {
      total: 0,
      by_status: none,
      average_resolution_seconds: null,
      rated: 0,
      average_rating: null,
      satisfied: 0,
      responded: 0,
      average_first_response_seconds: null,
      assigned_same_day: 0,
    },
    previous: null,
    by_priority: { low: 0, medium: 0, high: 0, urgent: 0 },
    by_service_type: [],
    ratings: [0, 0, 0, 0, 0],
    timeline: { step: 'day', steps: [] },
  });

/** Answers every call of the report in the server's place. */
export const answerReport = (page: Page, report: Report) =>
  page.route(callTo(contract.reports.report), (route) => succeed(route, contract.reports.report, { report }));

/** A report of three years by 40 technicians, with names as long as names are. */
export const aLargeReport = (): Report =>
  aReport({
    days: { from: null, to: null },
    previous: null,
    technicians_total: 40,
    timeline: {
      step: 'month',
      steps: Array.from({ length: 30 }, (_, nth) => ({
        ...none,
        day: new Date(Date.UTC(2024, 5 + nth, 1)).toISOString().slice(0, 10),
        completed: 900 + ((nth * 37) % 400),
        pending: nth > 27 ? 60 : 0,
      })),
    },
    technicians: Array.from({ length: 40 }, (_, nth) =>
      technician(
        100 + nth,
        nth % 3 === 0 ? `Maximilian Featherstonehaugh-Worthington the ${nth}th` : `Tess Volt ${nth}`,
        [nth % 7, nth % 5, 10 + ((nth * 13) % 90)],
        nth % 9 === 0 ? null : 1 + ((nth * 7) % 40) / 10,
      ),
    ),
  });
