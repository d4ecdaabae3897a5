import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { hasUnpaged, type PageOf, pagesOf } from '#web/lib/paging.ts';
import classes from './Pager.module.css';

export type Pages = PageOf & { onPage: (page: number) => void };

/** Steps through the pages of a list. Hidden when there is only one. */
export function Pager({ page: asked, rows, size, isMore = false, onPage }: Pages) {
  const pages = pagesOf(rows, size);
  const page = Math.min(asked, pages);
  if (pages < 2) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      {page === pages && (isMore || hasUnpaged(rows, size)) && (
        <p className={classes.rest}>The list is longer than its pages. Please filter it to see the rest.</p>
      )}
      <Step leftSection={<IconChevronLeft size={16} />} isEnd={page <= 1} onStep={() => onPage(page - 1)}>
        Previous
      </Step>
      <span className={classes.place} aria-live="polite">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
        {isMore && '+'}
      </span>
      <Step rightSection={<IconChevronRight size={16} />} isEnd={page >= pages} onStep={() => onPage(page + 1)}>
        Next
      </Step>
    </nav>
  );
}

type StepProps = Pick<ButtonProps, 'leftSection' | 'rightSection'> & {
  isEnd: boolean;
  onStep: () => void;
  children: string;
};

/** One step. It is not disabled at the end, because a disabled button loses the focus of whoever stepped there. */
const Step = ({ isEnd, onStep, ...props }: StepProps) => (
  <Button variant="default" data-disabled={isEnd} aria-disabled={isEnd} onClick={() => !isEnd && onStep()} {...props} />
);
