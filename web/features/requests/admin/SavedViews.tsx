import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '#web/lib/session.tsx';
import type { TableChoices } from '#web/ui/mantine/useTableChoices.ts';
import { type Filters, noFilters } from '../requests.view.ts';
import classes from './SavedViews.module.css';
import {
  filtersOfView,
  queryOfView,
  renamed,
  type SavedView,
  usualViews,
  VIEW_NAME_MAX,
  viewsOf,
  withView,
} from './saved-views.ts';

type Props = {
  filters: Filters;
  choices: TableChoices;
  onApply: (filters: Filters) => void;
  onChoices: (choices: TableChoices) => void;
};

function parse(text: string | undefined): SavedView[] {
  try {
    return viewsOf(JSON.parse(text ?? 'null'));
  } catch {
    return [];
  }
}

/** A button that opens the views: filters, columns and density under a name, kept in this browser for each person. */
export function SavedViews({ filters, choices, onApply, onChoices }: Props) {
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [renaming, setRenaming] = useState<string | null>(null);
  const [views, setViews] = useLocalStorage<SavedView[]>({
    key: `request-views:${user?.id ?? 0}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: parse,
  });
  const apply = (next: Filters, nextChoices?: TableChoices) => {
    setOpen(false);
    onApply(next);
    if (nextChoices) onChoices(nextChoices);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return;
    setViews(
      renaming === null
        ? withView(views, { name: wanted, query: queryOfView(filters), choices })
        : renamed(views, renaming, wanted),
    );
    setRenaming(null);
    setName('');
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} onClick={() => setOpen(!isOpen)}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.views ?? ''}>
        <ul className={classes.list} aria-label="Views">
          {usualViews.map((view) => (
            <li key={view.name} className={classes.line}>
              <button type="button" className={classes.apply} onClick={() => apply({ ...noFilters, ...view.filters })}>
                {view.name}
              </button>
            </li>
          ))}
          {views.map((view) => (
            <li key={view.name} className={classes.line}>
              <button
                type="button"
                className={classes.apply}
                dir="auto"
                onClick={() => apply(filtersOfView(view), view.choices)}
              >
                {view.name}
              </button>
              <ActionIcon
                size={32}
                aria-label={`Rename ${view.name}`}
                onClick={() => {
                  setRenaming(view.name);
                  setName(view.name);
                }}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                size={32}
                aria-label={`Delete ${view.name}`}
                onClick={() => setViews(views.filter((other) => other !== view))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form className={classes.save} onSubmit={save}>
          <TextInput
            label={renaming === null ? 'Save the present filters as' : `New name of ${renaming}`}
            maxLength={VIEW_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            {renaming === null ? 'Save' : 'Rename'}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
