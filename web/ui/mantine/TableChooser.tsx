import { Button, Popover, SegmentedControl } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Column } from './DataTable.tsx';
import classes from './TableChooser.module.css';
import type { TableChoices } from './useTableChoices.ts';

type Props = {
  /** The columns that may be hidden. */
  columns: readonly Pick<Column<never>, 'key' | 'header'>[];
  choices: TableChoices;
  onChange: (choices: TableChoices) => void;
};

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

/** A button that opens the choice of a table's columns and its density. */
export function TableChooser({ columns, choices, onChange }: Props) {
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
        <fieldset className={classes.columns}>
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
          aria-label="Density"
          data={[...densities]}
          value={choices.density}
          onChange={(density) => onChange({ ...choices, density })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
