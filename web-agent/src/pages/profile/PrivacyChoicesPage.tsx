import { useEffect } from 'react';
import { EmployerConsentField } from '../../agent-fields/AgentFields.tsx';
import { call, read } from '../../api/client.ts';
import { download } from '../../api/files.ts';
import { LoadState, useLoaded } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { T, t } from '../../i18n/t.tsx';
import { useOwnStepUp, type WithProof } from '../../one-time-password/use-step-up.tsx';
import { DeletionSection } from './DeletionSection.tsx';
import { PushDevices } from './PushDevices.tsx';
import '../../styles/forms.css';
import './profile.css';
import type { Choices, CommunicationMethod, MessageChoices, YesNo } from '../../api/types.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Link } from '../../components/Link.tsx';
import { ChoiceField, METHODS } from '../../forms/fields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { CheckField, TextArea } from '../../forms/SelectField.tsx';
import { required } from '../../messages/first-messages.ts';
import { NOTHING_CHANGED } from '../../messages/messages.ts';

export default function PrivacyChoicesPage() {
  const { details, withProof, dialog } = useOwnStepUp();
  const loaded = useLoaded(loadChoices, 'choices');
  const { data, refetch } = loaded;
  const reloadAll = () => {
    refetch();
    details.refetch();
  };
  return (
    <Page
      parent="profile"
      title={t('Your data and choices')}
      intro={t('See what we hold, choose how we may use it, or ask us to change it.')}
    >
      <div className="stack-wide">
        <LoadState of={data ? details : loaded} text={t('Your choices could not be loaded.')} />
        {data && <ConsentForm choices={data.choices} onSaved={refetch} />}
        {data && details.data && <MessagesForm {...data} withProof={withProof} onSaved={reloadAll} />}
        <PushDevices />
        <ExportSection />
        <CorrectionForm />
        {details.data && <DeletionSection withProof={withProof} />}
      </div>
      {dialog}
    </Page>
  );
}

async function loadChoices() {
  const [choices, messages] = await Promise.all([read('agent/choices'), read('agent/message-choices')]);
  return { choices, messages };
}

/** Shows choices that were made elsewhere, for example by support, unless the agent has changed them on the page. */
function useOffered<V>({ offer }: { offer(recorded: V): void }, recorded: V, choices: Choices): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server; `recorded` is new on every render
  useEffect(() => offer(recorded), [offer, choices]);
}

const yesNo = (given: boolean): string => (given ? 'Y' : 'N');

/** Changes these choices only: support may have recorded another one since the page was opened. */
const saveChoices = (body: Partial<Choices>) => call('PUT', 'agent/choices', { body });

interface ChoicesProps {
  readonly choices: Choices;
  readonly onSaved: () => void;
}

/** Consents can be withdrawn; each states the consequence of withdrawing it. */
function ConsentForm({ choices, onSaved }: ChoicesProps) {
  const { employerConsent, popiConsent } = choices;
  const recorded = {
    employerConsent: employerConsent as string,
    popiConsent: popiConsent as string,
    marketing: yesNo(choices.marketing),
  };
  const form = useSavedForm({ name: 'choices', initial: recorded });
  useOffered(form, recorded, choices);
  const canBePaid = form.values.employerConsent === 'Y' && form.values.popiConsent === 'Y';

  const send = form.save(async (values) => {
    if (!form.changed) return NOTHING_CHANGED;
    const { marketing, ...consents } = form.changes;
    await saveChoices({
      ...(consents as Partial<Record<keyof typeof consents, YesNo>>),
      ...(marketing && { marketing: marketing === 'Y' }),
    });
    form.sent(values);
    onSaved();
    return undefined;
  });

  return (
    <section className="stack" aria-labelledby="choices">
      <h2 id="choices">{t('Your consents')}</h2>
      <SavedForm form={form} onSubmit={send} label={t('Save consents')} busyLabel={t('Saving...')}>
        <EmployerConsentField form={form} />
        <CheckField
          {...form.field('popiConsent')}
          label={
            <T
              text="I accept the %{link}, and I agree to my personal information being processed to calculate and pay my rewards."
              link={<Link to="/agent/terms-and-conditions">{t('terms and conditions')}</Link>}
            />
          }
        />
        {!canBePaid && (
          <p className="note note-warning" role="status">
            {t('We can’t pay you while either consent is switched off. You keep what you’ve earned.')}
          </p>
        )}
        <CheckField {...form.field('marketing')} label={t('Send me news about promotions')} />
      </SavedForm>
    </section>
  );
}

interface MessagesProps extends ChoicesProps {
  readonly messages: MessageChoices;
  readonly withProof: WithProof;
}

/** The way of one-time passwords, that of other messages, and which messages about money the agent receives (N2). */
function MessagesForm({ choices, messages, withProof, onSaved }: MessagesProps) {
  const recorded = {
    communicationMethod: choices.communicationMethod as string,
    notices: choices.notices as string,
    rewards: yesNo(messages.rewards),
    payouts: yesNo(messages.payouts),
    digest: yesNo(messages.digest),
  };
  const form = useSavedForm({ name: 'contact-choices', initial: recorded });
  useOffered(form, recorded, choices);
  const send = form.save(async (values) => {
    if (!form.changed) return NOTHING_CHANGED;
    const { rewards, payouts, digest, ...ways } = values;
    const communicationMethod = ways.communicationMethod as CommunicationMethod;
    const notices = ways.notices as CommunicationMethod;
    if (form.changes.communicationMethod) {
      if (!(await withProof('personal', () => saveChoices({ communicationMethod, notices })))) return undefined;
    } else if (form.changes.notices) await saveChoices({ notices });
    await call('PUT', 'agent/message-choices', {
      body: { rewards: rewards === 'Y', payouts: payouts === 'Y', digest: digest === 'Y' },
    });
    form.sent(values);
    onSaved();
    return undefined;
  });
  return (
    <section className="stack" aria-labelledby="contact">
      <h2 id="contact">{t('How we reach you')}</h2>
      <SavedForm form={form} onSubmit={send} label={t('Save contact choices')} busyLabel={t('Saving...')}>
        <ChoiceField {...form.field('communicationMethod')} label={t('Send one-time passwords by')} options={METHODS} />
        <ChoiceField {...form.field('notices')} label={t('Send other messages by')} options={METHODS} />
        <CheckField {...form.field('rewards')} label={t('Rewards earned, once a day')} />
        <CheckField {...form.field('payouts')} label={t('Payouts sent and paid, and tax certificates')} />
        <CheckField {...form.field('digest')} label={t('Monthly summary, by email')} />
        <p className="hint">
          {t(
            'We always tell you when a payout fails, is returned or was reported incorrectly, and when your account is suspended.',
          )}
        </p>
      </SavedForm>
    </section>
  );
}

function ExportSection() {
  return (
    <section className="stack" aria-labelledby="export">
      <h2 id="export">{t('Your data')}</h2>
      <p>
        {t('Download everything we hold about you: your details, rewards, payouts, enquiries and account activity.')}
      </p>
      <p className="row">
        <DownloadButton
          label={t('Download as PDF')}
          variant="plain"
          onPress={() => download('agent/export.pdf', 'my-data.pdf')}
        />
        <DownloadButton
          label={t('Download as JSON')}
          variant="plain"
          onPress={() => download('agent/export.json', 'my-data.json')}
        />
      </p>
    </section>
  );
}

const EMPTY = { details: '' };
type CorrectionValues = typeof EMPTY;

const validate = ({ details }: CorrectionValues) =>
  check<CorrectionValues>({ details: blank(details, required(t('What is wrong'))) });

function CorrectionForm() {
  const form = useSavedForm<CorrectionValues>({ name: 'request', initial: EMPTY, validate });
  const send = form.save(async ({ details }) => {
    await call('POST', 'agent/requests', { body: { kind: 'correction', details } });
    form.reset(EMPTY);
  });
  return (
    <section className="stack" aria-labelledby="request">
      <h2 id="request">{t('Request a correction')}</h2>
      <SavedForm form={form} onSubmit={send} label={t('Send request')} busyLabel={t('Sending...')}>
        <TextArea
          {...form.field('details')}
          label={t('What is wrong')}
          hint={t(
            'Tell us which data is wrong and what it should be. You can change most of it yourself in your profile.',
          )}
        />
      </SavedForm>
    </section>
  );
}
