import { TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { Business } from '#contract/business.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { formField } from '#web/lib/forms/form-field.ts';
import { Row, RowList } from './RowList.tsx';
import { useRowList } from './useRowList.ts';

/** The business's pages elsewhere, linked in the footer. */
export function LinkFields() {
  const form = useFormContext<Business>();
  const { rows, error, addButton, append, remove } = useRowList('socials');
  return (
    <SettingsSection
      title="Links"
      hint="Your pages elsewhere, such as LinkedIn, shown in the footer. Addresses start with https://."
    >
      <RowList
        label="Links"
        error={error}
        addLabel="Add Link"
        addButton={addButton}
        onAdd={() => append({ name: '', url: '' })}
      >
        {rows.map(({ id, index, value }) => (
          <Row
            key={id}
            removeLabel={`Remove ${value.name.trim() || `link ${index + 1}`}`}
            onRemove={() => remove([index])}
          >
            <TextInput label="Name" autoComplete="off" {...formField(form, `socials.${index}.name`)} />
            <TextInput label="Address" type="url" autoComplete="off" {...formField(form, `socials.${index}.url`)} />
          </Row>
        ))}
      </RowList>
    </SettingsSection>
  );
}
