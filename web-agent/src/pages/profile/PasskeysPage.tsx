import { useState } from 'react';
import { account } from '../../api/account-calls.ts';
import type { OwnPasskey } from '../../api/types.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { SubPage } from '../../components/SubPage.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { Dialog } from '../../dialogs/Dialog.tsx';
import { SubmitButton, TextField } from '../../first-form/fields.tsx';
import { blank, check } from '../../first-form/rules.ts';
import { useForm } from '../../first-form/use-form.ts';
import { dayName, momentName } from '../../format/date.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { useOwnStepUp, type WithProof } from '../../otp/use-step-up.tsx';
import { deviceName } from '../../passkeys/device-name.ts';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import { required } from '../../text/first-messages.ts';
import '../../styles/forms.css';
import './profile.css';

const LONGEST_NAME = 60;

/** What the open dialog does: add a passkey, or rename or remove one. */
type Asking = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: OwnPasskey };

/** The agent's passkeys, each with its last use, and the ways to add, rename and remove one. */
export default function PasskeysPage() {
  const { details, withProof, dialog } = useOwnStepUp();
  const passkeys = useLoaded(account.passkeys, 'passkeys');
  const { data, reload } = passkeys;
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const done = () => {
    close();
    reload();
  };
  return (
    <SubPage
      parent="profile"
      title={t('Passkeys')}
      intro={t(
        'A passkey signs you in with your fingerprint, face or screen lock. You need no password and no one-time password, and it cannot be used on a false website.',
      )}
    >
      <LoadState of={passkeys} text={t('Your passkeys could not be loaded.')} />
      {data?.length === 0 && (
        <EmptyState title={t('You have no passkey yet')}>
          {t('Add one on each phone or computer that is yours. Do not add one on a shared computer.')}
        </EmptyState>
      )}
      {data && (
        <p>
          <button type="button" className="button" disabled={!details.data} onClick={() => setAsking({ what: 'add' })}>
            {t('Add a passkey')}
          </button>
        </p>
      )}
      <ul className="entries">
        {data?.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <h2>{passkey.name}</h2>
              <p className="quiet">
                {t('Added %{day}.', { day: dayName(passkey.addedAt) })}{' '}
                {passkey.lastUsedAt
                  ? t('Last used %{lastUsedAt}.', { lastUsedAt: momentName(passkey.lastUsedAt) })
                  : t('Not used yet.')}
              </p>
            </div>
            <div className="row">
              <button
                type="button"
                className="button button-plain"
                onClick={() => setAsking({ what: 'rename', passkey })}
              >
                {t('Rename')}
                <span className="sr-only"> {passkey.name}</span>
              </button>
              <button
                type="button"
                className="button button-plain"
                onClick={() => setAsking({ what: 'remove', passkey })}
              >
                {t('Remove')}
                <span className="sr-only"> {passkey.name}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {asking && asking.what !== 'remove' && (
        <NameDialog asking={asking} withProof={withProof} onClose={close} onDone={done} />
      )}
      {asking?.what === 'remove' && (
        <RemoveDialog passkey={asking.passkey} withProof={withProof} onClose={close} onDone={done} />
      )}
      {dialog}
    </SubPage>
  );
}

interface DialogProps {
  readonly withProof: WithProof;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Names a new passkey and creates it, or renames one. */
function NameDialog({
  asking,
  withProof,
  onClose,
  onDone,
}: DialogProps & { readonly asking: Exclude<Asking, { what: 'remove' }> }) {
  const renamed = asking.what === 'rename' ? asking.passkey : null;
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    name: 'passkey',
    initial: { name: renamed?.name ?? serverText(deviceName(navigator.userAgent)) },
    validate: ({ name }) => check<{ name: string }>({ name: blank(name, required(t('Name'))) }),
  });
  const send = form.submit(async ({ name }) => {
    setProblem(null);
    try {
      const { addPasskey } = await import('../../passkeys/add.ts').catch(reloadOnStaleChunk);
      const change = () => (renamed ? account.renamePasskey(renamed.id, name) : addPasskey(name));
      if (await withProof('passkeys', change)) onDone();
    } catch (failure) {
      setProblem(serverText((failure as Error).message));
    }
  });
  return (
    <Dialog title={renamed ? t('Rename passkey') : t('Add a passkey')} onClose={onClose}>
      <form method="post" className="form" noValidate onSubmit={send}>
        {problem && (
          <p className="note note-danger" role="alert">
            {problem}
          </p>
        )}
        <TextField
          {...form.field('name')}
          label={t('Name')}
          hint={renamed ? undefined : t('The device on which you create it, so that you recognise it later.')}
          maxLength={LONGEST_NAME}
        />
        <p className="quiet">{t('We ask for a one-time password first.')}</p>
        <div className="actions">
          <button type="button" className="button button-plain" onClick={onClose}>
            {t('Cancel')}
          </button>
          <SubmitButton
            label={renamed ? t('Rename') : t('Continue')}
            busyLabel={renamed ? t('Renaming...') : t('Adding...')}
            busy={form.busy}
          />
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ passkey, withProof, onClose, onDone }: DialogProps & { readonly passkey: OwnPasskey }) {
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    try {
      if (await withProof('passkeys', () => account.removePasskey(passkey.id))) onDone();
    } catch {
      // The banner with the reason is behind the dialog.
      onClose();
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog title={t('Remove “%{name}”?', { name: passkey.name })} onClose={onClose} alert>
      <p>{t('It can no longer be used to sign in. Delete it on the device too, so that it is not offered there.')}</p>
      <p className="quiet">{t('We ask for a one-time password first.')}</p>
      <div className="actions">
        <button type="button" className="button button-plain" onClick={onClose} data-autofocus>
          {t('Keep')}
        </button>
        <button type="button" className="button button-danger" disabled={busy} onClick={remove}>
          {busy ? t('Removing...') : t('Remove')}
        </button>
      </div>
    </Dialog>
  );
}
