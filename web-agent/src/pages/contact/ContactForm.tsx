import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { ApiError, messageOr } from '../../api/client.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSession } from '../../session/use-session.ts';
import { MESSAGES } from '../../text/messages.ts';
import { type ContactValues, contactErrors, QUERY_TYPES } from './contact-rules.ts';
import { missingRentalOf, missingRentalText } from './missing-rental.ts';

const EMPTY: ContactValues = { email: '', typeOfQuery: '', queryDetails: '' };

export function ContactForm() {
  const session = useSession();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reference, setReference] = useState<string | null>(null);
  const form = useForm<ContactValues>({ name: 'contact', initial: EMPTY, validate: contactErrors });
  const missing = missingRentalOf(state);
  const gone = useCallback(() => setOutcome(null), []);
  const { offer } = form;

  // Layout effect: runs before the person can focus a field, because an offered value must never overwrite typing.
  useLayoutEffect(() => {
    const rental = missingRentalOf(state);
    if (rental) offer({ typeOfQuery: 'incentives', queryDetails: missingRentalText(rental) });
  }, [state, offer]);
  useLayoutEffect(() => {
    if (session?.claims.email) offer({ email: session.claims.email });
  }, [session, offer]);

  const send = form.submit(async (values) => {
    setOutcome(null);
    try {
      const { message, referenceNumber } = await api.sendEnquiry({
        ...values,
        email: values.email.trim(),
        ...(missing && { reservationNo: missing.reservationNo, promoCode: missing.promoCode }),
      });
      setReference(referenceNumber);
      setOutcome({ kind: 'success', text: withReference(message, referenceNumber) });
      form.reset({ ...EMPTY, email: values.email });
      // The next enquiry is about another subject.
      navigate('.', { replace: true, state: null });
    } catch (error) {
      setOutcome({ kind: 'danger', text: messageOr(error, MESSAGES.contactFailed) });
      if (error instanceof ApiError) throw error;
    }
  });

  return (
    <form method="post" className="form" noValidate onSubmit={send}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <SelectField
        {...form.field('typeOfQuery')}
        label="Type of query"
        placeholder="Choose a type"
        options={QUERY_TYPES}
      />
      <TextArea
        {...form.field('queryDetails')}
        label="Query details"
        hint="For a reward, give the reservation number. Leave out passwords and full bank details."
      />
      <div className="stack-tight">
        <SubmitButton label="Send" busyLabel="Sending..." busy={form.busy} disabled={!form.valid} />
        {!form.valid && <p className="quiet">Fill in all three fields to send.</p>}
      </div>
      <FormMessage outcome={outcome} onGone={gone} />
      {reference && (
        <p className="note">
          Your reference number is <strong className="tabular">{reference}</strong>. Keep it for when you speak to us.
        </p>
      )}
    </form>
  );
}

const withReference = (message: string, reference: string): string =>
  message.includes(reference) ? message : `${message} Reference number: ${reference}`;
