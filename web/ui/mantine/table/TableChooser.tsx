import { Button, Popover, SegmentedControl } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import type { Column, Density } from './DataTable.tsx';
import classes from './TableChooser.module.css';

/** What a person has chosen for one table. */
export type TableChoices = { hidden: readonly string[]; density: Density };

type Props = {
  /** The columns that may be hidden. */
  columns: readonly Pick<Column<never>, 'key' | 'header'>[];
  choices: TableChoices;
  onChange: (choices: TableChoices) => void;
  /** Set when it is not known what was chosen before. */
  problem: { isBusy: boolean; retry: () => void } | null;
};

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

/** A button that opens the choice of a table's columns and its density. */
export function TableChooser({ columns, choices, onChange, problem }: Props) {
  const toggle = (key: string, isShown: boolean) => {
    const others = choices.hidden.filter((hidden) => hidden !== key);
    onChange({ ...choices, hidden: isShown ? others : [...others, key] });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.chooser ?? ''} aria-label="Columns and density">
        {problem && (
          <Notice
            tone="danger"
            action={
              <Button size="xs" variant="default" loading={problem.isBusy} onClick={problem.retry}>
                Try Again
              </Button>
            }
          >
            Failed to load your columns
          </Notice>
        )}
        <fieldset className={classes.columns} disabled={problem !== null}>
          <legend>Columns</legend>
          {columns.map(({ key, header }) => (
            <label key={key} className={classes.column}>
              <input
                type="checkbox"
                checked={!choices.hidden.includes(key)}
                onChange={(event) => toggle(key, event.currentTarget.checked)}
              />
              {header}
            </label>
          ))}
        </fieldset>
        <SegmentedControl
          fullWidth
          disabled={problem !== null}
          aria-label="Density"
          data={[...densities]}
          value={choices.density}
          onChange={(density) => onChange({ ...choices, density })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
