import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { BankFields } from '../../forms/BankFields.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { useReferenceLists } from '../../forms/reference-lists.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { OtpDialog } from '../../otp/OtpDialog.tsx';
import { showAlert } from '../../shell/alerts.ts';
import { AgencySection } from './AgencySection.tsx';
import { ConsentSection } from './ConsentSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { chosen } from './registration-choices.ts';
import { registrationPayload } from './registration-payload.ts';
import { registrationErrors } from './registration-rules.ts';
import { EMPTY_REGISTRATION, type RegistrationValues } from './registration-values.ts';
import { useReferred } from './use-referred.ts';

/** Sends the registration, completes the referral that led to it, then asks for the one-time password (section 4). */
export function RegistrationForm() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const lists = useReferenceLists();
  const form = useForm<RegistrationValues>({
    name: 'register',
    initial: EMPTY_REGISTRATION,
    validate: registrationErrors,
    adopted: (typed) => chosen(typed, lists),
  });
  const [registered, setRegistered] = useState<ReturnType<typeof registrationPayload> | null>(null);
  const referredEmail = params.get('email');
  useReferred(params, form.offer);

  const send = form.submit(async (values) => {
    const payload = registrationPayload(values);
    await api.register(payload);
    if (referredEmail) await api.completeReferral(payload.emailAddress, params.get('ref') ?? '').catch(() => undefined);
    setRegistered(payload);
  });

  return (
    <>
      <form method="post" className="form" noValidate onSubmit={send}>
        <ErrorSummary {...form.summary} />
        <PersonSection form={form} lists={lists} />
        <AgencySection form={form} />
        <fieldset className="form-section">
          <legend>Where your rewards are paid</legend>
          <BankFields form={form} banks={lists.banks} taxCountry={form.values.taxCountry} />
        </fieldset>
        <PasswordSection form={form} />
        <ConsentSection form={form} />
        <SubmitButton label="Register" busyLabel="Submitting..." busy={form.busy} />
      </form>
      {registered && (
        <OtpDialog
          email={registered.emailAddress}
          cellNumber={registered.cellNumber}
          communicationMethod={registered.communicationMethod}
          onClose={() => setRegistered(null)}
          onResend={() =>
            api.resendOtp({
              email: registered.emailAddress,
              cellNumber: registered.cellNumber,
              communicationMethod: registered.communicationMethod,
            })
          }
          onVerify={async (payload) => {
            await api.verifyOtp(payload);
            showAlert('success', 'Your registration is complete. Log in to see your incentives.');
            navigate('/');
          }}
        />
      )}
    </>
  );
}
