import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { View } from '#contract/views.ts';
import { VIEWS_MAX } from '#contract/words/views.ts';
import { useViews } from '#web/features/views/views.api.ts';
import { choicesOf, failureText } from '#web/features/views/views.view.ts';
import { leaveRow } from '#web/ui/base/behaviour/leave-row.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { EntriesBack } from '#web/ui/base/form/EntriesBack.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import type { TableChoices } from '#web/ui/mantine/table/TableChooser.tsx';
import { type Filters, requestFilters } from '../requests.filters.ts';
import type { ListProps } from './list-props.ts';
import classes from './SavedViews.module.css';
import { filtersOfView, queryOfView, usualViews } from './saved-views.ts';
import { useViewForm } from './useViewForm.ts';

type Props = {
  filters: Filters;
  choices: TableChoices;
  hasFilters?: ListProps['hasFilters'];
  onApply: (filters: Filters) => void;
  onChoices: (choices: TableChoices) => void;
};

/** A button that opens the views: filters, columns and density under a name, kept with the account of each person. */
export function SavedViews({ filters, choices, hasFilters = () => true, onApply, onChoices }: Props) {
  const saved = useViews();
  const form = useViewForm(saved, () => ({ query: queryOfView(filters), ...choices }));
  const [isOpen, setOpen] = useState(form.isBack);
  const { show } = useToasts();
  const views = saved.list.data?.views ?? [];
  const left = saved.list.data?.left ?? 0;
  const toggle = (open: boolean) => {
    setOpen(open);
    // Another device may have saved one since.
    if (open) void saved.list.refetch();
    else form.endRenaming();
  };
  const apply = (next: Filters, nextChoices?: TableChoices) => {
    toggle(false);
    onApply(next);
    if (nextChoices) onChoices(nextChoices);
  };
  const remove = (view: View) =>
    saved.remove.mutate(view, {
      onSuccess: () => {
        form.forget(view);
        show({
          text: `View ${view.name} deleted`,
          action: { label: 'Undo', run: () => saved.create.mutate(view, { onError: failed(view.name) }) },
        });
      },
      onError: (error) => show({ text: failureText(error, 'Failed to delete the view.'), tone: 'danger' }),
    });
  const failed = (name: string) => (error: unknown) =>
    show({ text: failureText(error, `Failed to bring ${name} back.`), tone: 'danger' });
  return (
    <Popover
      opened={isOpen}
      onChange={toggle}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} onClick={() => toggle(!isOpen)}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.views ?? ''}>
        <ul className={classes.list} aria-label="Views" aria-busy={saved.list.isPending}>
          {usualViews.map((view) => (
            <li key={view.name} className={classes.line}>
              <button
                type="button"
                className={classes.apply}
                onClick={() => apply({ ...requestFilters.none, ...view.filters })}
              >
                {view.name}
              </button>
            </li>
          ))}
          {views.map((view) => (
            <li key={view.id} className={classes.line}>
              <button
                type="button"
                className={classes.apply}
                dir="auto"
                // The list would leave out filters, and show far more than the view.
                disabled={!hasFilters(filtersOfView(view))}
                onClick={() => apply(filtersOfView(view), choicesOf(view))}
              >
                {view.name}
                {!hasFilters(filtersOfView(view)) && <small>Opens on the Admin Dashboard only</small>}
              </button>
              <ActionIcon size={32} aria-label={`Rename ${view.name}`} onClick={() => form.rename(view)}>
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                size={32}
                aria-label={`Delete ${view.name}`}
                data-remove
                // Not `disabled`, because a disabled button loses the focus.
                aria-disabled={saved.remove.isPending}
                onClick={({ currentTarget }) => {
                  if (saved.remove.isPending) return;
                  leaveRow(currentTarget);
                  remove(view);
                }}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {saved.list.isLoadingError && (
          <Notice
            tone="danger"
            action={
              <Button
                size="xs"
                variant="default"
                loading={saved.list.isFetching}
                onClick={() => void saved.list.refetch()}
              >
                Try Again
              </Button>
            }
          >
            Failed to load your views
          </Notice>
        )}
        {left > 0 && (
          <Notice tone="warning">
            {left === 1 ? 'One view' : `${left} views`} of this browser could not be moved to your account yet.
            {views.length >= VIEWS_MAX && ' Delete a view to make room.'}
          </Notice>
        )}
        <EntriesBack shown={form.isBack && form.name !== ''} />
        <form className={classes.save} onSubmit={form.submit} noValidate>
          <TextInput
            label={form.renaming ? `New name of ${form.renaming.name}` : 'Save the present filters as'}
            error={form.problem}
            value={form.name}
            onChange={(event) => form.type(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={form.isSending} disabled={!form.canSend}>
            {form.action}
          </Button>
          {form.renaming && (
            <Button variant="default" onClick={form.endRenaming}>
              Cancel
            </Button>
          )}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
