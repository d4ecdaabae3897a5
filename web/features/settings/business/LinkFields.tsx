import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useSettings } from './form-context.ts';
import { ListError } from './ListError.tsx';
import { Section } from './Section.tsx';
import classes from './settings.module.css';
import { useRows } from './useRows.ts';

/** The business's pages elsewhere, linked in the footer. */
export function LinkFields() {
  const { formState } = useSettings();
  const { rows, list, addButton, message, change, add, remove } = useRows('socials');
  const errors = formState.errors.socials;
  return (
    <Section
      title="Links"
      hint="Your pages elsewhere, such as LinkedIn, shown in the footer. Addresses start with https://."
    >
      {rows.length > 0 && (
        <ul ref={list} className={classes.rows} aria-label="Links">
          {rows.map(({ name, url }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; all it shows comes from the form
            <li key={i} className={classes.row}>
              <TextInput
                label="Name"
                autoComplete="off"
                value={name}
                onChange={(event) => change(i, { name: event.currentTarget.value })}
                error={errors?.[i]?.name?.message}
              />
              <TextInput
                label="Address"
                type="url"
                autoComplete="off"
                value={url}
                onChange={(event) => change(i, { url: event.currentTarget.value })}
                error={errors?.[i]?.url?.message}
              />
              <ActionIcon
                className={classes.remove}
                size={44}
                aria-label={`Remove ${name.trim() || `link ${i + 1}`}`}
                onClick={() => remove([i])}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <ListError message={message} />
      <Button
        ref={addButton}
        className={classes.add}
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => add({ name: '', url: '' })}
      >
        Add Link
      </Button>
    </Section>
  );
}
