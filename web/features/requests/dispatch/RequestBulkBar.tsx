import { Button } from '@mantine/core';
import { IconProgress, IconUserCheck } from '@tabler/icons-react';
import type { RequestSummary } from '#contract/request-answers.ts';
import { chosenText, SelectAllMatching } from '#web/domain/SelectAllMatching.tsx';
import type { AllMatching } from '#web/domain/useAllMatching.ts';
import { BulkBar, BulkProgress } from '#web/ui/mantine/table/BulkBar.tsx';
import type { WholePage } from '#web/ui/mantine/table/CheckBox.tsx';
import type { MenuKind, OpenMenu } from './row-menu.ts';

type Props = {
  rows: readonly RequestSummary[];
  all: AllMatching<RequestSummary>;
  wholePage: WholePage | null;
  onMenu: OpenMenu;
  onClear: () => void;
};

const buttons = [
  ['assign', 'Assign', IconUserCheck],
  ['status', 'Set Status', IconProgress],
] as const satisfies readonly (readonly [MenuKind, string, typeof IconProgress])[];

/** The bar of the chosen requests. */
export function RequestBulkBar({ rows, all, wholePage, onMenu, onClear }: Props) {
  return (
    <BulkBar
      label="Selected requests"
      count={chosenText(rows.length, all)}
      offer={<SelectAllMatching all={all} />}
      wholePage={wholePage}
      onClear={onClear}
    >
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
