import { zodResolver } from '@hookform/resolvers/zod';
import { IconPhone } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { createRequestBody, requests } from '#contract/requests.ts';
import { publicPriorities } from '#contract/workflow.ts';
import { call, messageOf } from '#web/lib/api-client.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { showFieldErrors } from '#web/lib/forms.ts';
import { telLink } from '#web/lib/hours.ts';
import { serviceBySlug, services } from '#web/lib/services.ts';
import { newUuid } from '#web/lib/uuid.ts';
import actions from '#web/ui/Action.module.css';
import { SelectField, TextArea, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RequestFiles } from './RequestFiles.tsx';
import classes from './RequestForm.module.css';

type Values = z.input<typeof createRequestBody>;

const empty: Values = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
  paymentAddress: '',
  title: '',
  description: '',
  priority: 'medium',
  service_type: '',
};
const fields = Object.keys(empty) as (keyof Values)[];

const priorityHints: Record<(typeof publicPriorities)[number], string> = {
  low: 'Can wait for the next round',
  medium: 'Needs work soon, business goes on',
  Emergency: 'Danger, or a business that stands still',
};
const priorityNames: Record<(typeof publicPriorities)[number], string> = {
  low: 'Low',
  medium: 'Medium',
  Emergency: 'Emergency',
};

/** The form of a service request (spec §5). What was typed stays until the server has said yes. */
export function RequestForm({ onDone }: { onDone: (trackingId: string) => void }) {
  const business = useBusiness();
  const [params] = useSearchParams();
  const [files, setFiles] = useState<File[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  // Made once for this form: a repeat after a lost answer must not become a second request.
  const [idempotencyKey] = useState(newUuid);
  const [failure, setFailure] = useState<string | null>(null);
  const [fileError, setFileError] = useState<string>();
  const { register, handleSubmit, formState, setError, setValue, watch } = useForm({
    resolver: zodResolver(createRequestBody),
    defaultValues: empty,
  });
  const { errors, isSubmitting: busy } = formState;

  // The server rendered the page without a query: the preselected service comes after hydration.
  const preselected = serviceBySlug(params.get('service'))?.name;
  useEffect(() => {
    if (preselected) setValue('service_type', preselected);
  }, [preselected, setValue]);

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    setFileError(undefined);
    setProgress(files.length ? 0 : null);
    try {
      const { request } = await call(requests.create, { body, files, idempotencyKey }, { onProgress: setProgress });
      onDone(request.external_id);
    } catch (error) {
      const ofFiles = (error as { details?: { field: string; message: string }[] }).details?.find(
        ({ field }) => field === 'images',
      );
      setFileError(ofFiles?.message);
      const shown = showFieldErrors(error, fields, setError);
      setFailure(shown ? 'Please fix the errors in the form.' : messageOf(error, 'Failed to submit request'));
      setProgress(null);
    }
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <fieldset className={classes.group} disabled={busy}>
        <legend>What is wrong?</legend>
        <TextField
          label="Title"
          placeholder="Parking lot lights out on the east side"
          maxLength={150}
          error={errors.title?.message}
          {...register('title')}
        />
        <TextArea
          label="Description"
          hint="What you see, where, and since when. Access codes and hours help too."
          maxLength={5000}
          error={errors.description?.message}
          {...register('description')}
        />
        <SelectField label="Service" optional error={errors.service_type?.message} {...register('service_type')}>
          <option value="">Not sure</option>
          {services.map(({ slug, name }) => (
            <option key={slug} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <fieldset className={classes.priorities}>
          <legend>Priority</legend>
          {publicPriorities.map((priority) => (
            <label key={priority} className={classes.priority} data-emergency={priority === 'Emergency' || undefined}>
              <input type="radio" value={priority} {...register('priority')} />
              <span>
                <strong>{priorityNames[priority]}</strong>
                <span className={classes.hint}>{priorityHints[priority]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {watch('priority') === 'Emergency' && (
          <div className={classes.emergency} role="status">
            <IconPhone size={22} aria-hidden />
            <p>
              For danger to people or outside office hours, call{' '}
              <a href={telLink(business.emergency_phone)}>{business.emergency_phone}</a>. Emergencies outside office
              hours are taken by phone only.
            </p>
          </div>
        )}
        <RequestFiles files={files} onChange={setFiles} error={fileError} disabled={busy} />
      </fieldset>

      <fieldset className={classes.group} disabled={busy}>
        <legend>Where, and whom do we reach?</legend>
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.customerName?.message}
          {...register('customerName')}
        />
        <div className={classes.pair}>
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            error={errors.customerEmail?.message}
            {...register('customerEmail')}
          />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            error={errors.customerPhone?.message}
            {...register('customerPhone')}
          />
        </div>
        <TextField
          label="Service address"
          autoComplete="street-address"
          error={errors.customerAddress?.message}
          {...register('customerAddress')}
        />
        <TextField
          label="Payment address"
          optional
          hint="Leave blank when it is the service address."
          error={errors.paymentAddress?.message}
          {...register('paymentAddress')}
        />
      </fieldset>

      {failure && <Notice tone="danger">{failure}</Notice>}
      {progress !== null && (
        <div className={classes.progress}>
          <progress aria-label="Upload" max={1} value={progress} />
          <span>{progress < 1 ? `Uploading, ${Math.round(progress * 100)} %` : 'Checking your files'}</span>
        </div>
      )}
      <button type="submit" className={actions.primary} disabled={busy}>
        {busy ? 'Submitting' : 'Submit Request'}
      </button>
    </form>
  );
}
