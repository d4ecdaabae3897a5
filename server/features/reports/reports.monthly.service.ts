import { Readable } from 'node:stream';
import type { MonthlyReport, reports } from '#contract/reports.ts';
import { MONTHLY_REPORT_HOUR } from '#contract/words/reports.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { NOBODY, readerOf } from '#server/lib/actor.ts';
import { deskTime } from '#server/lib/dates.ts';
import { daysOfMonth, monthsAt } from '#server/lib/days.ts';
import * as repo from './reports.monthly.repo.ts';
import { makeReport } from './reports.service.ts';
import { sheetOf } from './reports.sheet.rules.ts';

/** The report of a month as a PDF. @param month its first day, as YYYY-MM-DD */
export async function printMonth(deps: Deps, month: string): Promise<{ name: string; pdf: Buffer }> {
  const days = daysOfMonth(month);
  const report = await makeReport(deps, { period: 'custom', from: days[0], to: days.at(-1) });
  const { business } = deps.settings;
  const sheet = sheetOf(report, { days, business, printedAt: deskTime(deps.now(), business.time_zone) });
  const pdf = await deps.documents.pdf({ template: 'report.typ', data: sheet, pictures: [] });
  return { name: `report-${month.slice(0, 7)}.pdf`, pdf };
}

const monthsNow = (deps: Pick<Deps, 'now' | 'settings'>) =>
  monthsAt(deps.now(), deps.settings.business.time_zone, MONTHLY_REPORT_HOUR);

function present(deps: Deps, isWanted: boolean): { monthly: MonthlyReport } {
  const { last, next } = monthsNow(deps);
  return { monthly: { is_wanted: isWanted, last_month: last, next_at: next.toISOString() } };
}

/** Returns whether the caller is subscribed to the monthly report. */
export const monthly: UseCase<typeof reports.monthly> = async (deps, actor) =>
  present(deps, await repo.isReader(deps.db, actor.id));

/** Subscribes the caller to the monthly report, or unsubscribes them. */
export const chooseMonthly: UseCase<typeof reports.chooseMonthly> = async (deps, actor, { body }) => {
  await deps.transaction(async (tx, deps) => {
    const isChange = body.is_wanted
      ? await repo.addReader(tx, actor.id, deps.now())
      : await repo.removeReader(tx, actor.id);
    if (!isChange) return;
    await announce(tx, actor, { type: 'report.monthly_chosen', before: !body.is_wanted, after: body.is_wanted });
  });
  return present(deps, body.is_wanted);
};

/** Returns the report for the last full month, as it is mailed. */
export const monthlyDocument: UseCase<typeof reports.monthlyDocument> = async (deps, actor) => {
  const { name, pdf } = await deps.documents.inTurn(readerOf(actor), () => printMonth(deps, monthsNow(deps).last));
  return { stream: Readable.from([pdf]), name, type: 'application/pdf', inline: false, keptSeconds: 0 };
};

/**
 * Mails the report of the last month once it is due, to the admins who had asked for it by then. Runs every hour, so that a
 * server that was off at that time mails it later, and a new time zone counts at once. Each month is mailed once.
 */
export async function mailMonth(deps: Deps): Promise<void> {
  const { last, due } = monthsNow(deps);
  if (deps.now() < due || (await repo.isMailed(deps.db, last))) return;
  await deps.transaction(async (tx, deps) => {
    if (!(await repo.addMailed(tx, last, deps.now()))) return;
    const readers = await repo.listReaders(tx, due);
    await announce(tx, NOBODY, { type: 'report.month_ended', month: last, readers });
  });
}
