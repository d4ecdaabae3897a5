import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './Pager.module.css';

type Props = { page: number; pages: number; onPage: (page: number) => void };

/** Steps through the pages of a list. Hidden when there is only one. */
export function Pager({ page, pages, onPage }: Props) {
  if (pages < 2) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
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
