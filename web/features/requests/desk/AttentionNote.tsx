import { Button } from '@mantine/core';
import { attentionHints } from '../list/attention-labels.ts';
import { type NamingRows, useOnlyText } from '../list/useOnlyText.ts';
import { type Filters, noFigure } from '../requests.filters.ts';
import classes from './AttentionNote.module.css';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  rows: NamingRows;
};

/** Says which requests alone the list shows, where the filters above it do not say so, and leads back to all. */
export function AttentionNote({ filters, onChange, rows }: Props) {
  const only = useOnlyText(filters, rows);
  if (!only) return null;
  const hint = filters.attention && attentionHints[filters.attention];
  const text = `Only requests: ${only}`;
  return (
    <div className={classes.note} role="status">
      <p className={classes.text} title={hint ? `${text}. ${hint}` : text}>
        {text}
      </p>
      <Button
        className={classes.all ?? ''}
        variant="default"
        size="xs"
        onClick={() => onChange({ ...noFigure, attention: '', page: 1 })}
      >
        Show all
      </Button>
    </div>
  );
}
