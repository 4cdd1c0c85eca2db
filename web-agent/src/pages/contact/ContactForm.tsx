import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call, messageOr, QUIET } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../forms/fields.tsx';
import { SelectField, TextArea } from '../../forms/SelectField.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { T, t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { useHydrated } from '../../state/store.ts';
import { attachAll, FilePicker, MAX_FILES } from './AttachedFiles.tsx';
import { type ContactValues, contactErrors, QUERY_TYPES } from './contact-rules.ts';
import { type EnquirySubject, enquiryText, subjectKey } from './enquiry-prefill.ts';

const EMPTY: ContactValues = { email: '', typeOfQuery: '', queryDetails: '' };

/** The form with the session's address and the text about its subject. */
function useEnquiryForm(subject: EnquirySubject | null) {
  const session = useSession();
  const email = session?.claims.email;
  // The text of an agent must not be shown to the next visitor, and about one subject not be sent with another.
  const draft = `contact.${session?.agent?.id ?? 'visitor'}${subjectKey(subject ?? {})}`;
  const form = useSavedForm<ContactValues>({
    name: 'contact',
    initial: EMPTY,
    validate: contactErrors,
    draft: useHydrated() ? draft : undefined,
  });
  const { offer } = form;
  // Layout effect: runs before the person can focus a field, because an offered value must never overwrite typing.
  useLayoutEffect(() => {
    const queryDetails = enquiryText(subject ?? {});
    if (queryDetails) offer({ typeOfQuery: 'incentives', queryDetails });
  }, [subject, offer]);
  useLayoutEffect(() => {
    if (email) offer({ email });
  }, [email, offer]);
  return form;
}

function enquiryBody(values: ContactValues, subject: EnquirySubject | null) {
  const { about, figure } = subject ?? {};
  return {
    ...values,
    email: values.email.trim(),
    ...(figure && { runId: figure.runId, lineName: figure.lineName }),
    ...(about && { reservationNo: about.reservationNo, promoCode: about.promoCode }),
  };
}

/** For a visitor, who has no list of enquiries. */
const ReferenceNote = ({ reference }: { readonly reference: string }) => (
  <p className="note">
    <T
      text="Your reference number is %{reference}. Quote it when you contact us."
      reference={<strong className="tabular">{reference}</strong>}
    />
  </p>
);

export function ContactForm({ onSent }: { readonly onSent?: () => void }) {
  const session = useSession();
  const { state } = useLocation();
  // Of the first render: the typed text stays with its subject where a link opens this page again without one.
  const [subject, setSubject] = useState<EnquirySubject | null>(state);
  const navigate = useNavigate();
  const [reference, setReference] = useState<string | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useEnquiryForm(subject);

  const send = form.save(
    async (values) => {
      const { message, referenceNumber, thread } = await call('POST', 'ContactUsSupport/contact-us', {
        body: enquiryBody(values, subject),
        ...QUIET,
      });
      setReference(referenceNumber);
      const problem = thread ? await attachAll(thread, files) : '';
      setFiles([]);
      onSent?.();
      form.reset({ ...EMPTY, email: values.email });
      // The next enquiry is about another subject.
      setSubject(null);
      navigate('/contact-us', { replace: true, state: null });
      const received = withReference(message, referenceNumber);
      return problem ? { kind: 'danger', text: `${received} ${problem}` } : received;
    },
    { failed: (error) => messageOr(error, t('Something went wrong!')) },
  );

  return (
    <SavedForm
      form={form}
      onSubmit={send}
      label={t('Send')}
      busyLabel={t('Sending...')}
      missing={missingText(form.values)}
      after={reference && !form.message.outcome && session?.role !== 'agent' && <ReferenceNote reference={reference} />}
    >
      <TextField {...form.field('email')} label={t('Email')} type="email" autoComplete="email" />
      <SelectField
        {...form.field('typeOfQuery')}
        label={t('Type of query')}
        placeholder={t('Choose a type')}
        options={QUERY_TYPES}
      />
      <TextArea
        {...form.field('queryDetails')}
        label={t('Query details')}
        hint={t('If it’s about a reward, include the reservation number. Never send passwords or full bank details.')}
      />
      {session?.role === 'agent' && <ChosenFiles files={files} busy={form.busy} onChange={setFiles} />}
    </SavedForm>
  );
}

interface ChosenProps {
  readonly files: readonly File[];
  readonly busy: boolean;
  readonly onChange: (files: readonly File[]) => void;
}

/** The files that will be attached to the enquiry once it is sent. */
function ChosenFiles({ files, busy, onChange }: ChosenProps) {
  const keys = files.map(fileKey);
  return (
    <div className="stack-tight">
      {files.length > 0 && (
        <ul className="files">
          {files.map((file) => (
            <li key={fileKey(file)}>
              {file.name}{' '}
              <Button
                label={t('Remove')}
                about={file.name}
                variant="link"
                onPress={() => onChange(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <FilePicker
        room={MAX_FILES - files.length}
        busy={busy}
        onPick={(picked) => onChange([...files, ...picked.filter((file) => !keys.includes(fileKey(file)))])}
      />
    </div>
  );
}

/** The same for a file that is chosen a second time. */
const fileKey = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

const missingText = ({ email, typeOfQuery, queryDetails }: ContactValues): string =>
  [email, typeOfQuery, queryDetails].every((text) => text.trim() !== '')
    ? t('Enter a valid email address.')
    : t('Complete all fields to send your message.');

const withReference = (message: string, reference: string): string =>
  message.includes(reference) ? message : `${message} ${t('Reference number: %{reference}', { reference })}`;
