import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { below } from '#web/ui/base/style/breakpoints.ts';
import { useMedia } from '#web/ui/mantine/useMedia.ts';
import classes from './Filters.module.css';

/** Filters in a row that wraps. On a phone they stand in pairs, and a search and a button take the whole width. */
export const FilterRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={classes.row} aria-label={label}>
    {children}
  </search>
);

type FoldedProps = {
  /** How many of the filters are set. */
  set: number;
  className: string | undefined;
  children: ReactNode;
};

/** Filters that a phone folds away behind a button. */
export function FoldedFilters({ set, className, children }: FoldedProps) {
  const id = useId();
  const isSmall = useMedia(below('tablet'));
  const [unfolded, setUnfolded] = useState(false);
  return (
    <>
      {isSmall && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} />}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
      )}
      <div id={id} className={`${classes.folded} ${className}`} hidden={isSmall && !unfolded}>
        {children}
      </div>
    </>
  );
}

type ClearProps = { disabled?: boolean; className?: string | undefined; onClick: () => void; children?: string };

/** The button that takes every filter away. */
export const ClearFilters = ({ children = 'Clear Filters', ...rest }: ClearProps) => (
  <Button variant="default" leftSection={<IconFilterOff size={16} />} {...rest}>
    {children}
  </Button>
);
