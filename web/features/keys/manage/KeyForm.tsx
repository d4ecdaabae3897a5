import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { createKeyBody } from '#contract/keys.ts';
import { keyScopes, scopeTexts } from '#contract/words/keys.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { fileDate } from '#web/lib/dates.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useUnsaved } from '#web/lib/forms/unsaved.ts';
import { useKeepEntries, useRestoreEntries } from '#web/lib/forms/useKeptEntries.ts';
import { useNow } from '#web/lib/now.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { FormOutcome } from '#web/ui/mantine/form/FormOutcome.tsx';
import { useCreateKey } from '../keys.api.ts';
import classes from './KeyDialog.module.css';

type Values = z.input<typeof createKeyBody>;
/** What comes back when the session ends in the form. */
const KEPT = 'key new';
const fields = ['name', 'scopes', 'last_day'] as const;

type Props = { onMade: (made: ResponseOf<typeof api.keys.create>) => void };

/** What an API key is called, what it may read, and until when. */
export function KeyForm({ onMade }: Props) {
  const { close } = useDialog();
  const { time_zone: zone } = useBusiness();
  const now = useNow();
  const create = useCreateKey();
  const failure = useFlash();
  const form = useForm<Values, unknown, z.output<typeof createKeyBody>>({
    resolver: zodResolver(createKeyBody),
    defaultValues: { name: '', scopes: [], last_day: null },
  });
  const { isDirty } = form.formState;
  const { isBack } = useRestoreEntries(KEPT, form, fields);
  useKeepEntries(KEPT, form, fields, 0);
  useUnsaved(isDirty && !create.isSuccess);
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      onMade(await create.mutateAsync(body));
    } catch (error) {
      if (!showFieldErrors(error, fields, form.setError)) {
        failure.show(messageOf(error, 'Failed to make the API key'));
      }
    }
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="API key">
      <div className={classes.body}>
        <TextInput
          label="Name"
          description="The program that will use it, such as Accounting."
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...formField(form, 'name')}
        />
        <Controller
          name="scopes"
          control={form.control}
          render={({ field: { value, onChange, ref }, fieldState }) => (
            <Checkbox.Group
              label="May Read"
              withAsterisk
              value={[...value]}
              onChange={onChange}
              error={fieldState.error?.message}
            >
              <div className={classes.scopes}>
                {keyScopes.map((scope, index) => (
                  <Checkbox
                    key={scope}
                    ref={index === 0 ? ref : undefined}
                    value={scope}
                    color="var(--color-steel)"
                    iconColor="var(--color-surface)"
                    classNames={{ input: classes.box ?? '' }}
                    label={scopeTexts[scope].label}
                    description={scopeTexts[scope].opens}
                  />
                ))}
              </div>
            </Checkbox.Group>
          )}
        />
        <TextInput
          type="date"
          label="Last Day"
          description="The key works until the end of this day. Leave blank for a key that does not expire."
          min={fileDate(new Date(now), zone)}
          {...formField(form, 'last_day', { setValueAs: (day: string | null) => day || null })}
        />
        <FormOutcome isBack={isBack} conflict={null} failure={failure.text} />
      </div>
      <DialogFoot>
        <Button variant="default" onClick={close} disabled={create.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Make Key
        </Button>
      </DialogFoot>
    </form>
  );
}
