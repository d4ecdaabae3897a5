import { Fragment } from 'react';
import { readPhones, telLink } from '#contract/texts/phones.ts';
import classes from './PhoneLinks.module.css';

/** Digits with what people put between them, as many as fit side by side on a phone, and the words dialed behind them: 800-FLOWERS. */
const DIGITS = /([+＋]?[(（]?\p{Nd}[\p{Nd}\s()（）./\p{Pd}]{0,20}\p{Nd}(?:\p{Pd}[\p{L}\p{Nd}]{1,10}){0,2})/u;

/** A text with telephone numbers, in which no number wraps. */
export const PhoneText = ({ text }: { text: string }) =>
  text.split(DIGITS).map((part, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={place} className={classes.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );

type Props = { text: string; className?: string | undefined };

/** The telephone numbers of a text, each a link that dials it, without its extension. */
export const PhoneLinks = ({ text, className }: Props) => (
  <span className={className}>
    {readPhones(text).map((number, place) => {
      const href = telLink(number);
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Fragment key={place}>
          {number.before}
          {href === null ? (
            number.text
          ) : (
            <a className={classes.link} href={href} title={number.text}>
              <PhoneText text={number.text} />
            </a>
          )}
        </Fragment>
      );
    })}
  </span>
);
