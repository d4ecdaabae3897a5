import { createContext, Fragment, use } from 'react';
import { foundParts } from '#web/lib/search/found-parts.ts';
import classes from './Found.module.css';

/** What the list around was searched for. */
export const SearchedFor = createContext('');

/** A text of a searched list, with a mark on what the search found. */
export function Found({ children: text }: { children: string }) {
  const search = use(SearchedFor);
  if (search === '') return text;
  return foundParts(text, search).map((part, index) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text in their order
      <mark key={index} className={classes.found}>
        {part.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text in their order
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
