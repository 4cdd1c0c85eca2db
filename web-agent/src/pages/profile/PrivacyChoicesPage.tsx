import { account } from '../../api/account-calls.ts';
import { LoadState, useLoaded } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';
import { SavedForm, useSavedForm } from '../../saving/saved-form.tsx';
import { DeletionSection } from './DeletionSection.tsx';
import { PushDevices } from './PushDevices.tsx';
import '../../styles/forms.css';
import './profile.css';
import { Link } from 'react-router-dom';
import type { Choices, CommunicationMethod, MessageChoices, YesNo } from '../../api/types.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { ChoiceField, METHODS } from '../../first-form/fields.tsx';
import { blank, check } from '../../first-form/rules.ts';
import { CheckField, TextArea } from '../../forms/SelectField.tsx';
import { required } from '../../text/first-messages.ts';

/** Data export, consents, notices, and requests for correction or deletion. */
export default function PrivacyChoicesPage() {
  const choices = useLoaded(account.choices, 'choices');
  const messages = useLoaded(account.messageChoices, 'message-choices');
  return (
    <Page
      parent="profile"
      title={t('Your data and choices')}
      intro={t('See what we hold, choose how we may use it, or ask us to change it.')}
    >
      <div className="stack-wide">
        <LoadState of={choices} text={t('Your choices could not be loaded.')} />
        {choices.data && <ChoicesForm choices={choices.data} />}
        <section className="stack" aria-labelledby="messages">
          <h2 id="messages">{t('Messages about your money')}</h2>
          <LoadState of={messages} text={t('Your message choices could not be loaded.')} />
          {messages.data && <MessageForm choices={messages.data} />}
        </section>
        <PushDevices />
        <ExportSection />
        <CorrectionForm />
        <DeletionSection />
      </div>
    </Page>
  );
}

const letter = (given: boolean): string => (given ? 'Y' : 'N');

/** Consents can be withdrawn; each states the consequence of withdrawing it. */
function ChoicesForm({ choices }: { readonly choices: Choices }) {
  const form = useSavedForm<Record<keyof Choices, string>>({
    name: 'choices',
    initial: { ...choices, marketing: letter(choices.marketing) },
  });
  const paid = form.values.employerConsent === 'Y' && form.values.popiConsent === 'Y';

  const send = form.save(async (values) => {
    await account.saveChoices({
      marketing: values.marketing === 'Y',
      employerConsent: values.employerConsent as YesNo,
      popiConsent: values.popiConsent as YesNo,
      notices: values.notices as CommunicationMethod,
    });
  });

  return (
    <section className="stack" aria-labelledby="choices">
      <h2 id="choices">{t('Your consents')}</h2>
      <SavedForm form={form} onSubmit={send} label={t('Save choices')} busyLabel={t('Saving...')}>
        <CheckField
          {...form.field('employerConsent')}
          label={t('My employer has agreed that I may earn rewards in this programme.')}
        />
        <CheckField
          {...form.field('popiConsent')}
          label={
            <T
              text="I accept the %{link}, and I agree to my personal information being processed to calculate and pay my rewards."
              link={<Link to="/agent/terms-and-conditions">{t('terms and conditions')}</Link>}
            />
          }
        />
        {!paid && (
          <p className="note note-warning" role="status">
            {t('We can’t pay you while either consent is switched off. You keep what you’ve earned.')}
          </p>
        )}
        <CheckField {...form.field('marketing')} label={t('Send me news about promotions')} />
        <div className="stack-tight">
          <ChoiceField {...form.field('notices')} label={t('Send notifications by')} options={METHODS} />
          <p className="quiet">
            <T
              text="One-time passwords are sent as set under %{link}."
              link={<Link to="/agent/profile#personal">{t('Personal Details')}</Link>}
            />
          </p>
        </div>
      </SavedForm>
    </section>
  );
}

function MessageForm({ choices }: { readonly choices: MessageChoices }) {
  const form = useSavedForm({
    name: 'message-choices',
    initial: { rewards: letter(choices.rewards), payouts: letter(choices.payouts), digest: letter(choices.digest) },
  });
  const send = form.save(async ({ rewards, payouts, digest }) => {
    await account.saveMessageChoices({ rewards: rewards === 'Y', payouts: payouts === 'Y', digest: digest === 'Y' });
  });
  return (
    <SavedForm form={form} onSubmit={send} label={t('Save messages')} busyLabel={t('Saving...')}>
      <CheckField {...form.field('rewards')} label={t('Rewards that I earned, once a day')} />
      <CheckField {...form.field('payouts')} label={t('Payouts on their way and paid, and tax certificates')} />
      <CheckField {...form.field('digest')} label={t('A summary of each month, by email')} />
      <p className="hint">
        {t('We always tell you when a payout fails or comes back, and when your account is suspended.')}
      </p>
    </SavedForm>
  );
}

/** Downloads all data the programme stores about the agent. */
function ExportSection() {
  const get = (kind: 'json' | 'pdf') => () => account.exportData(kind);
  return (
    <section className="stack" aria-labelledby="export">
      <h2 id="export">{t('Your data')}</h2>
      <p>
        {t('Download everything we hold about you: your details, rewards, payouts, enquiries and account activity.')}
      </p>
      <p className="row">
        <DownloadButton className="button button-plain" get={get('pdf')}>
          {t('Download as PDF')}
        </DownloadButton>
        <DownloadButton className="button button-plain" get={get('json')}>
          {t('Download as JSON')}
        </DownloadButton>
      </p>
    </section>
  );
}

const EMPTY = { details: '' };
type CorrectionValues = typeof EMPTY;

const validate = ({ details }: CorrectionValues) =>
  check<CorrectionValues>({ details: blank(details, required(t('What is wrong'))) });

/** A request to correct data that the agent cannot change in the profile. */
function CorrectionForm() {
  const form = useSavedForm<CorrectionValues>({ name: 'request', initial: EMPTY, validate });
  const send = form.save(async ({ details }) => {
    await account.requestCorrection(details);
    form.reset(EMPTY);
  });
  return (
    <section className="stack" aria-labelledby="request">
      <h2 id="request">{t('Ask for a correction')}</h2>
      <SavedForm form={form} onSubmit={send} label={t('Send request')} busyLabel={t('Sending...')}>
        <TextArea
          {...form.field('details')}
          label={t('What is wrong')}
          hint={t('Say which data is wrong and what it should be. You can change most of it in your profile yourself.')}
        />
      </SavedForm>
    </section>
  );
}
