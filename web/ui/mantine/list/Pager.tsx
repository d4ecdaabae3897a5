import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { hasUnpaged, pagesOf } from '#web/lib/paging.ts';
import classes from './Pager.module.css';

type Props = {
  /** The page that was asked for, which may be past the end. */
  page: number;
  /** The rows of the whole list, and of one page. */
  rows: number;
  size: number;
  onPage: (page: number) => void;
};

/** Steps through the pages of a list. Hidden when there is only one. */
export function Pager({ page: asked, rows, size, onPage }: Props) {
  const pages = pagesOf(rows, size);
  const page = Math.min(asked, pages);
  if (pages < 2) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      {page === pages && hasUnpaged(rows, size) && (
        <p className={classes.rest}>The list is longer than its pages. Please filter it to see the rest.</p>
      )}
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <span className={classes.place} aria-live="polite">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </span>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
