import { Button } from '@mantine/core';
import type { AllMatching } from './useAllMatching.ts';

type All = AllMatching<{ id: number }>;

/** "All 312", or "The first 1,000" of more. */
const share = (count: number, { isCut }: Pick<All, 'isCut'>) =>
  `${isCut ? 'the first' : 'all'} ${count.toLocaleString('en-US')} that match`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How many rows are chosen, for the bar of the chosen rows. */
export const chosenText = (count: number, all: All): string =>
  all.rows ? `${capital(share(count, all))} are selected` : `${count} selected`;

/** Offers every row that matches when each row of the page is chosen. */
export const SelectAllMatching = ({ all }: { all: All }) =>
  !all.rows &&
  all.offer > 0 && (
    <Button variant="default" size="xs" loading={all.isReading} onClick={all.choose}>
      Select {share(all.offer, all)}
    </Button>
  );
