import { Button } from '@mantine/core';
import { IconProgress, IconUserCheck } from '@tabler/icons-react';
import type { RequestSummary } from '#contract/request-answers.ts';
import { BulkBar, BulkProgress } from '#web/ui/mantine/BulkBar.tsx';
import type { MenuKind, OpenMenu } from './row-menu.ts';
import type { AllMatching } from './useAllMatching.ts';

type Props = {
  rows: readonly RequestSummary[];
  all: AllMatching;
  onMenu: OpenMenu;
  onClear: () => void;
};

const buttons = [
  ['assign', 'Assign', IconUserCheck],
  ['status', 'Set Status', IconProgress],
] as const satisfies readonly (readonly [MenuKind, string, typeof IconProgress])[];

/** "All 312", or "The first 1,000" of more. */
const share = (count: number, { isCut }: AllMatching) =>
  `${isCut ? 'the first' : 'all'} ${count.toLocaleString('en-US')} that match`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The bar of the chosen requests. */
export function RequestBulkBar({ rows, all, onMenu, onClear }: Props) {
  return (
    <BulkBar
      label="Selected requests"
      count={all.rows ? `${capital(share(rows.length, all))} are selected` : `${rows.length} selected`}
      onClear={onClear}
    >
      {!all.rows && all.offer > 0 && (
        <Button variant="default" size="xs" loading={all.isReading} onClick={all.choose}>
          Select {share(all.offer, all)}
        </Button>
      )}
      {buttons.map(([kind, label, Icon]) => (
        <Button
          key={kind}
          variant="default"
          size="xs"
          leftSection={<Icon size={16} />}
          aria-haspopup="listbox"
          data-bulk={kind}
          disabled={all.isReading}
          onClick={(event) => onMenu({ kind, rows, anchor: event.currentTarget, isBulk: true })}
        >
          {label}
        </Button>
      ))}
    </BulkBar>
  );
}

/** How far a change of many requests is. */
export const RequestBulkProgress = ({ answered, total }: { answered: number; total: number }) => (
  <BulkProgress>
    {answered.toLocaleString('en-US')} of {total.toLocaleString('en-US')} requests are done
  </BulkProgress>
);
