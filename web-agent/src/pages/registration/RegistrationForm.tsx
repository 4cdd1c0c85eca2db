import type { RefusalCode } from '@fynbos/domain/refusal-codes.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BankFields } from '../../agent-fields/BankFields.tsx';
import { useReferenceLists } from '../../agent-fields/reference-lists.ts';
import { ApiError, call, QUIET, throwConnectionError } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { useLoaded } from '../../components/load-state.tsx';
import { DraftNote, ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { SubmitButton } from '../../forms/fields.tsx';
import { NewPasswordFields } from '../../forms/NewPasswordFields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { T, t } from '../../i18n/t.tsx';
import { codeSent } from '../../one-time-password/code-wait.ts';
import { loadOtpDialog } from '../../one-time-password/lazy-dialog.ts';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import { keepPending, type PendingRegistration } from './CodeStep.tsx';
import { dropPersonalLink, personalLink, useReferred } from './invitation.tsx';
import { AgencySection, ConsentSection, PersonSection } from './RegistrationSections.tsx';
import { EMPTY_REGISTRATION, type RegistrationValues, valuesOfChoices } from './registration-values.ts';

/** After the page: those of phone numbers are half of its code. Throws an `ApiError` without a connection. */
const loadRules = () => import('./registration-rules.ts').catch(reloadOnStaleChunk).catch(throwConnectionError());
/** Problems of a person who is registered already. */
const TAKEN_VALUE_CODES: readonly unknown[] = ['agent.email-taken', 'agent.id-number-taken'] satisfies RefusalCode[];

interface Props {
  readonly onSent: (pending: PendingRegistration) => void;
}

/** Sends the registration and completes the referral that led to it (section 4). */
export function RegistrationForm({ onSent }: Props) {
  const [params] = useSearchParams();
  const lists = useReferenceLists();
  const rules = useLoaded(loadRules, 'rules').data;
  const form = useForm<RegistrationValues>({
    name: 'register',
    initial: EMPTY_REGISTRATION,
    validate: rules?.registrationErrors,
    adopted: (typed) => valuesOfChoices(typed, lists),
    draft: 'register',
  });
  const [isTaken, setTaken] = useState(false);
  const referredEmail = params.get('email');
  useReferred(params, form.offer);

  const send = form.submit(async (values) => {
    const { registrationErrors, registrationPayload } = rules ?? (await loadRules());
    const early = Object.entries(registrationErrors(values)).map(([field, message]) => ({ field, message }));
    if (early.length > 0) throw new ApiError(0, '', early);
    const payload = registrationPayload(values, personalLink(params));
    await loadOtpDialog();
    setTaken(false);
    await call('POST', 'travel-agency/register', { body: payload }).catch((error: unknown) => {
      setTaken(error instanceof ApiError && TAKEN_VALUE_CODES.includes(error.code));
      throw error;
    });
    codeSent();
    if (referredEmail) {
      const body = { EmailAddress: payload.emailAddress, ref: params.get('ref') ?? '' };
      await call('POST', 'referral/complete-registration', { body, ...QUIET }).catch(() => undefined);
    }
    dropPersonalLink();
    form.sent(values);
    onSent(keepPending(payload));
  });

  return (
    <form method="post" className="form" noValidate onSubmit={send}>
      <ErrorSummary {...form.summary} />
      {isTaken && (form.errors.emailAddress || form.errors.idNumber) && (
        <p className="note">
          <T
            text="Is it your own account? %{link}: the code that you enter there also completes an unfinished registration. You can reset your password there too."
            link={<Link to="/">{t('Sign in')}</Link>}
          />
        </p>
      )}
      <DraftNote {...form.draftNote} />
      <PersonSection form={form} lists={lists} invitedAddress={params.get('ref') ? referredEmail : null} />
      <AgencySection form={form} />
      <fieldset className="form-section">
        <legend>{t('Where your rewards are paid')}</legend>
        <BankFields form={form} banks={lists.banks} taxCountry={form.values.taxCountry} />
      </fieldset>
      <fieldset className="form-section">
        <legend>{t('Your password')}</legend>
        <NewPasswordFields password={form.field('password')} confirmPassword={form.field('confirmPassword')} />
      </fieldset>
      <ConsentSection form={form} />
      <SubmitButton label={t('Register')} busyLabel={t('Submitting...')} busy={form.busy} />
    </form>
  );
}
