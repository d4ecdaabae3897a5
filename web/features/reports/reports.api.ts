import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { reports } from '#contract/reports.ts';
import type { ReportTable } from '#contract/words/reports.ts';
import { rangeProblem } from '#web/domain/period-filters.ts';
import { call, callDownload, messageOf } from '#web/lib/api-client.ts';
import { logged } from '#web/lib/logged.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { type ReportFilters, reportFilters, reportQueryOf } from './reports.view.ts';

const all = ['reports'] as const;

/** The queries about figures. */
export const reportQueries = {
  /** A report with its filters. A date range that runs backwards is not sent; the last report stays. */
  report: (filters: ReportFilters) =>
    queryOptions({
      queryKey: [...all, 'report', reportQueryOf(filters)],
      queryFn: async ({ signal }) => {
        const answer = call(reports.report, { query: reportQueryOf(filters) }, { signal });
        const { report } = await logged('The report could not be loaded', answer, signal);
        return { report, filters };
      },
      enabled: rangeProblem(filters) === null,
      placeholderData: keepPreviousData,
    }),
  analytics: () =>
    queryOptions({
      queryKey: [...all, 'analytics'],
      queryFn: ({ signal }) => call(reports.analytics, {}, { signal }),
    }),
  monthly: () =>
    queryOptions({
      queryKey: [...all, 'monthly'],
      queryFn: async ({ signal }) => (await call(reports.monthly, {}, { signal })).monthly,
    }),
};

const FAILURE = 'Failed to export the data';

/** Returns a function that saves one table of a report as a CSV file. Ends with the page. */
export function useExportTable(filters: ReportFilters = reportFilters.none) {
  const { show } = useToasts();
  const options = useLeaveSignal();
  const { mutate } = useMutation({
    mutationFn: (table: ReportTable) =>
      callDownload(reports.export, { query: { ...reportQueryOf(filters), table } }, options()),
    onSuccess: (csv) => {
      saveFile(csv);
      show({ text: 'The file is in your downloads.' });
    },
    onError: (error) => {
      if (!(error instanceof DOMException)) show({ text: messageOf(error, FAILURE), tone: 'danger' });
    },
  });
  return mutate;
}

/** Starts or ends the report of each month by mail. */
export function useChooseMonthly() {
  const { show } = useToasts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (is_wanted: boolean) => (await call(reports.chooseMonthly, { body: { is_wanted } })).monthly,
    onSuccess: (monthly) => client.setQueryData(reportQueries.monthly().queryKey, monthly),
    onError: (error) => show({ text: messageOf(error, 'Failed to save the choice'), tone: 'danger' }),
  });
}

/** Saves the report of the last month as a PDF. Ends with the page. */
export function useSaveMonth() {
  const { show } = useToasts();
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: () => callDownload(reports.monthlyDocument, {}, options()),
    onSuccess: (pdf) => {
      saveFile(pdf);
      show({ text: 'The file is in your downloads.' });
    },
    onError: (error) => {
      if (!(error instanceof DOMException))
        show({ text: messageOf(error, 'Failed to save the report'), tone: 'danger' });
    },
  });
}
