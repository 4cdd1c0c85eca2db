import '../../styles/forms.css';
import type { RefusalCode } from '@fynbos/domain/refusal-codes.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { BankFields } from '../../agent-fields/BankFields.tsx';
import { useReferenceLists } from '../../agent-fields/reference-lists.ts';
import { ApiError, call, lost, QUIET, SHOWS_ERRORS } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { useLoaded } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { DraftNote, ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { SubmitButton } from '../../forms/fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { T, t } from '../../i18n/t.tsx';
import { codeSent } from '../../one-time-password/code-sent.ts';
import { LazyOtpDialog, loadOtpDialog } from '../../one-time-password/lazy-dialog.ts';
import { dropDraft } from '../../session/drafts.ts';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import {
  awaitedCode,
  CodeAwaited,
  dropAwaited,
  focusCodeAwaited,
  keepAwaited,
  type PendingRegistration,
} from './CodeAwaited.tsx';
import { dropPersonalLink, InvitedBy, personalLink, useReferred } from './invitation.tsx';
import { AgencySection, ConsentSection, PasswordSection, PersonSection } from './RegistrationSections.tsx';
import { chosen, EMPTY_REGISTRATION, type RegistrationValues } from './registration-values.ts';

const DRAFT = 'register';
/**
 * The rules load after the page: those of phone numbers are half of its code. Throws an `ApiError` without a
 * connection.
 */
const loadRules = () => import('./registration-rules.ts').catch(reloadOnStaleChunk).catch(lost());
/** Problems of a person who is registered already. */
const TAKEN: readonly unknown[] = ['agent.email-taken', 'agent.id-number-taken'] satisfies RefusalCode[];

/** Sends the registration, completes the referral that led to it, then asks for the one-time password (section 4). */
export function RegistrationForm() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const lists = useReferenceLists();
  const rules = useLoaded(loadRules, 'rules').data;
  const form = useForm<RegistrationValues>({
    name: 'register',
    initial: EMPTY_REGISTRATION,
    validate: rules?.registrationErrors,
    adopted: (typed) => chosen(typed, lists),
    draft: DRAFT,
  });
  /** The registration that was sent and still needs its code, in place of the form; survives a reload and Back. */
  const [awaited, setAwaited] = useState<PendingRegistration | null>(null);
  const [asking, setAsking] = useState(false);
  const [taken, setTaken] = useState(false);
  useEffect(() => setAwaited(awaitedCode()), []);
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
      setTaken(error instanceof ApiError && TAKEN.includes(error.code));
      throw error;
    });
    codeSent();
    if (referredEmail) {
      const body = { EmailAddress: payload.emailAddress, ref: params.get('ref') ?? '' };
      await call('POST', 'referral/complete-registration', { body, ...QUIET }).catch(() => undefined);
    }
    dropPersonalLink();
    setAwaited(keepAwaited(payload));
    setAsking(true);
  });

  return (
    <>
      {awaited ? (
        <CodeAwaited
          awaited={awaited}
          onEnter={() => setAsking(true)}
          onStartOver={() => {
            dropAwaited();
            setAwaited(null);
            form.reset(EMPTY_REGISTRATION);
          }}
        />
      ) : (
        <form method="post" className="form" noValidate onSubmit={send}>
          <ErrorSummary {...form.summary} />
          {taken && (form.errors.emailAddress || form.errors.idNumber) && (
            <p className="note">
              <T
                text="Is it your own account? %{link}: the code of your sign-in also completes an unfinished registration. You can reset your password there as well."
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
          <PasswordSection form={form} />
          <ConsentSection form={form} />
          <SubmitButton label={t('Register')} busyLabel={t('Submitting...')} busy={form.busy} />
        </form>
      )}
      {awaited && asking && (
        <LazyOtpDialog
          email={awaited.emailAddress}
          cellNumber={awaited.cellNumber}
          communicationMethod={awaited.communicationMethod}
          onClose={() => {
            setAsking(false);
            focusCodeAwaited();
          }}
          onResend={() => {
            const { emailAddress: email, cellNumber, communicationMethod } = awaited;
            return call('POST', 'travel-agency/resend-otp', {
              body: { email, cellNumber, communicationMethod },
              ...SHOWS_ERRORS,
            });
          }}
          onVerify={async (payload) => {
            await call('POST', 'travel-agency/verify-otp', { body: payload, ...SHOWS_ERRORS });
            dropAwaited();
            dropDraft(DRAFT);
            navigate('/', { state: { registered: awaited.emailAddress } });
          }}
        />
      )}
    </>
  );
}

/** Registration (specification, sections 2, 4 and 5). */
export default function RegistrationPage() {
  return (
    <Page
      title={t('Register as a travel agent')}
      intro={
        <T
          text="This takes about five minutes. You’ll need your ID number, your agency’s IATA number and your bank details. All fields are required. Already registered? %{link}"
          link={<Link to="/">{t('Go to Login')}</Link>}
        />
      }
    >
      <div className="stack">
        <InvitedBy />
        <RegistrationForm />
      </div>
    </Page>
  );
}
