import { Popover } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useState } from 'react';
import { hasWords } from '#web/lib/search/has-words.ts';
import classes from './PickMenu.module.css';

export type Pick = {
  value: string;
  /** Searched. */
  label: string;
  /** Shown instead of the label. */
  content?: ReactNode;
  /** Shown at the end of the line, such as a number. */
  hint?: string;
  isCurrent?: boolean;
};

type Props = {
  /** The element that the menu belongs to. */
  anchor: HTMLElement;
  /** What the menu opens above or below of, when that is more than the anchor. */
  beside?: HTMLElement | null | undefined;
  /** What gets the focus back, when that is not the anchor: the row that a key was pressed on. */
  returnTo?: HTMLElement | null | undefined;
  label: string;
  /** What is to be known before one is picked. */
  note?: string | undefined;
  /** Undefined while they load. */
  picks: readonly Pick[] | undefined;
  /** Shown when nothing matches the search. */
  none: string;
  onPick: (value: string) => void;
  onClose: () => void;
};

/** What a menu is placed by. */
type Reference = { getBoundingClientRect: () => DOMRect; contextElement: HTMLElement };

/**
 * Hands an element that is on the page already to a parent that wants a reference. A row that leaves the list under its menu
 * keeps its place, so that the menu stays where it is.
 */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<Reference> }) {
  useImperativeHandle(ref, () => {
    let place = element.getBoundingClientRect();
    return {
      contextElement: element,
      getBoundingClientRect: () => {
        if (element.isConnected) place = element.getBoundingClientRect();
        return place;
      },
    };
  }, [element]);
  return null;
}

/** On a touch screen a focused search would open the keyboard, which covers the list. */
const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** Focuses the search or, on a touch screen, the list as soon as it is on the page. */
const focusSearch = (search: HTMLElement | null) => void (!isTouch() && search?.focus({ preventScroll: true }));
const focusList = (list: HTMLElement | null) => void (isTouch() && list?.focus({ preventScroll: true }));

/** Scrolls the list alone: the page would jump, because the menu has no place yet when it opens. */
function showInList(option: HTMLElement | null): void {
  const list = option?.parentElement;
  if (!option || !list) return;
  const below = option.offsetTop + option.offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(Math.min(list.scrollTop, option.offsetTop), below);
}

/**
 * A list to choose one from, with a search. The first match is marked, so that Enter takes it. Mounted while it is open; one
 * serves a whole table, because a menu of its own in every row would cost more than the rows.
 */
export function PickMenu({ anchor, beside, returnTo, label, note, picks, none, onPick, onClose }: Props) {
  const list = useId();
  const noteId = useId();
  const [wanted, setWanted] = useState('');
  const [marked, setMarked] = useState(0);
  const shown = picks?.filter(({ label: text }) => hasWords(text, wanted)) ?? [];
  const at = Math.min(marked, shown.length - 1);
  const optionId = (index: number) => `${list}-${index}`;
  const current = optionId(at);
  useEffect(() => showInList(document.getElementById(current)), [current]);
  const leave = () => {
    (returnTo ?? anchor).focus({ preventScroll: true });
    onClose();
  };
  const pick = (value: string) => {
    leave();
    onPick(value);
  };
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 };
    const next = moves[event.key];
    if (next !== undefined && shown.length > 0) setMarked((next + shown.length) % shown.length);
    else if (event.key === 'Enter') {
      const chosen = shown[at];
      if (chosen) pick(chosen.value);
    } else if (event.key === 'Escape' || event.key === 'Tab') leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      width={300}
      offset={4}
      withRoles={false}
      // Inside the page's main part, where screen readers expect it.
      withinPortal={false}
      closeOnEscape={false}
      trapFocus={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      middlewares={{
        flip: true,
        shift: true,
        // As high as there is room. Its list scrolls.
        size: {
          apply: ({ elements, availableHeight }) => {
            elements.floating.style.maxBlockSize = `${availableHeight}px`;
          },
        },
      }}
    >
      <Popover.Target>
        <Anchor element={beside ?? anchor} />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        <input
          ref={focusSearch}
          className={classes.search}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-describedby={note && noteId}
          aria-activedescendant={shown.length > 0 ? current : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          value={wanted}
          onChange={(event) => {
            setWanted(event.currentTarget.value);
            setMarked(0);
          }}
          onKeyDown={press}
        />
        {note && (
          <p id={noteId} className={classes.note}>
            {note}
          </p>
        )}
        <div
          ref={focusList}
          id={list}
          role="listbox"
          aria-label={label}
          aria-activedescendant={shown.length > 0 ? current : undefined}
          tabIndex={-1}
          className={classes.list}
          onKeyDown={press}
        >
          {shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              aria-selected={index === at}
              className={classes.option}
              onMouseMove={() => index !== at && setMarked(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option.value)}
            >
              <span className={classes.label}>{option.content ?? option.label}</span>
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
              {option.isCurrent && <IconCheck size={16} aria-label="current" />}
            </div>
          ))}
        </div>
        {picks === undefined && <p className={classes.none}>Loading...</p>}
        {picks && shown.length === 0 && <p className={classes.none}>{none}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
