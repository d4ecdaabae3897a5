import { type RequestField, requestFields } from '#contract/words/request-fields.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { services } from '#web/lib/services.ts';
import { useOpenState } from '#web/lib/useOpenState.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { FailureNotice } from '#web/ui/base/form/FailureNotice.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/base/form/Field.tsx';
import { Honeypot } from '#web/ui/base/form/Honeypot.tsx';
import type { CallerField } from '../draft/known-callers.ts';
import { useKnownCallers } from '../draft/useKnownCallers.ts';
import { REQUEST_FORM } from '../draft/useRequestDraft.ts';
import { KnownCaller } from './KnownCaller.tsx';
import { RequestDraftNote } from './RequestDraftNote.tsx';
import { RequestEmergency } from './RequestEmergency.tsx';
import { RequestFiles } from './RequestFiles.tsx';
import classes from './RequestForm.module.css';
import { RequestPriority } from './RequestPriority.tsx';
import { RequestProgress, RequestSend } from './RequestSend.tsx';
import type { AcceptedRequest } from './useAccepted.ts';
import { useRequestForm } from './useRequestForm.ts';

/** Tells an admin in whose name the request is entered. */
const RequestEntry = ({ author, contact }: { author: string; contact: number | null }) => (
  <Notice tone="info">
    You enter this request for a customer, in your name: <bdi>{author}</bdi>.
    {contact !== null && ` It is linked to contact message ${contact}.`}
  </Notice>
);

/** The form of a service request (spec §5). Keeps what was entered until the request was accepted. */
export function RequestForm({ onDone }: { onDone: (accepted: AcceptedRequest) => void }) {
  const {
    form,
    isHydrated,
    entriesFailure,
    entry,
    isSending,
    failure,
    progress,
    cancel,
    submit,
    priority,
    files,
    keep,
    prepare,
    draft,
  } = useRequestForm(onDone);
  const office = useOpenState();
  const callers = useKnownCallers(form, entry !== null, keep);
  const { errors } = form.formState;
  const inputOf = (name: RequestField) => {
    const { label, sent } = requestFields[name];
    return { label, ...formField(form, sent) };
  };
  const fieldOf = (name: RequestField) => ({
    // Read-only while sending, because a disabled field loses the focus.
    readOnly: isSending,
    limit: requestFields[name].limit,
    ...inputOf(name),
  });

  const knownCaller = (field: CallerField) =>
    entry && (
      <KnownCaller field={field} callers={callers.callersOf(field)} onFill={callers.fillIn} isSending={isSending} />
    );

  const work = (
    <fieldset key="work" className={classes.group}>
      <legend>What is wrong?</legend>
      <TextField placeholder="Parking lot lights out on the east side" autoComplete="off" {...fieldOf('title')} />
      <TextArea
        hint="What you see, where, and since when. Access codes and hours help too."
        {...fieldOf('description')}
      />
      <SelectField optional {...inputOf('service_type')}>
        <option value="">Not sure</option>
        {services.map(({ slug, name }) => (
          <option key={slug} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <RequestPriority
        priority={priority ?? 'medium'}
        isOffice={entry !== null}
        onChoose={(value) => form.setValue('priority', value)}
        error={errors.priority?.message}
      />
      <RequestFiles
        files={files.chosen}
        current={files.current}
        onChange={files.choose}
        onPreparing={files.waitFor}
        error={files.error}
        isRefused={files.isRefused}
        disabled={isSending}
      />
    </fieldset>
  );
  const name = <TextField key="name" autoComplete="name" {...fieldOf('customer_name')} />;
  const email = (
    <div key="email">
      <TextField type="email" autoComplete="email" {...fieldOf('customer_email')} />
      {knownCaller('customerEmail')}
    </div>
  );
  const phone = (
    <div key="phone">
      <TextField type="tel" autoComplete="tel" {...fieldOf('customer_phone')} />
      {knownCaller('customerPhone')}
    </div>
  );
  const reach = (
    <div key="reach" className={classes.pair}>
      {entry ? [phone, email] : [email, phone]}
    </div>
  );
  // The office asks for the phone number first, and knows by it who calls.
  const contact = (
    <fieldset key="contact" className={classes.group}>
      <legend>Where, and whom do we reach?</legend>
      {entry ? [reach, name] : [name, reach]}
      <TextField autoComplete="street-address" {...fieldOf('customer_address')} />
      <TextField optional hint="Leave blank when it is the service address." {...fieldOf('payment_address')} />
      <Honeypot {...form.register('website')} />
    </fieldset>
  );

  return (
    <>
      {!entry && <RequestEmergency state={office} />}
      <form
        id={REQUEST_FORM}
        className={classes.form}
        onSubmit={submit}
        onChange={({ target }) => {
          keep();
          if (target instanceof HTMLInputElement) void callers.look(target.name, target.value, false);
        }}
        onBlur={({ target }) => {
          if (target instanceof HTMLInputElement) void callers.look(target.name, target.value, true);
        }}
        onFocus={prepare}
        aria-busy={isSending}
        noValidate
      >
        {entriesFailure && <Notice tone="danger">{entriesFailure}</Notice>}
        {entry && <RequestEntry {...entry} />}
        <RequestDraftNote
          {...draft}
          isSending={isSending}
          {...(callers.filledFrom !== null && {
            note: { from: `the details of ${callers.filledFrom}`, hasBelow: false },
            takeOut: callers.undo,
          })}
        />
        {entry ? [contact, work] : [work, contact]}

        {failure && <FailureNotice {...failure} />}
        {progress !== null && <RequestProgress progress={progress} onCancel={cancel} />}
        <RequestSend
          isHydrated={isHydrated}
          isSending={isSending}
          advice={failure?.advice ?? null}
          isEmergency={priority === 'Emergency'}
          isOffice={entry !== null}
          office={office}
        />
      </form>
    </>
  );
}
