import { useState } from 'react';
import { call, SHOWS_ERRORS, throwConnectionError } from '../../api/client.ts';
import type { OwnPasskey } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { Problem } from '../../components/Problem.tsx';
import { dayName, momentName } from '../../format/date.ts';
import { SubmitButton, TextField } from '../../forms/fields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { useOwnStepUp, type WithProof } from '../../one-time-password/use-step-up.tsx';
import { deviceName } from '../../passkeys/device-name.ts';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import '../../styles/forms.css';
import './profile.css';

const MAX_NAME_LENGTH = 60;

/** What the open dialog does: add a passkey, or rename or remove one. */
type OpenDialog = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: OwnPasskey };

export default function PasskeysPage() {
  const { details, withProof, dialog } = useOwnStepUp();
  const passkeys = useRead('auth/passkeys');
  // A code can be sent to them only with the agent's details.
  const data = details.data && passkeys.data;
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  const done = () => {
    close();
    passkeys.refetch();
  };
  return (
    <Page
      parent="profile"
      title={t('Passkeys')}
      intro={t(
        'A passkey signs you in with your fingerprint, face or screen lock. You need no password and no one-time password, and it cannot be used on a false website.',
      )}
    >
      <LoadState of={passkeys.data ? details : passkeys} text={t('Your passkeys could not be loaded.')} />
      {data?.length === 0 && (
        <EmptyState title={t('You have no passkey yet')}>
          {t('Add one on each phone or computer that is yours. Do not add one on a shared computer.')}
        </EmptyState>
      )}
      {data && (
        <p>
          <Button label={t('Add a passkey')} onPress={() => setOpenDialog({ what: 'add' })} />
        </p>
      )}
      <ul className="entries">
        {data?.map((passkey) => (
          <PasskeyEntry
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpenDialog({ what: 'rename', passkey })}
            onRemove={() => setOpenDialog({ what: 'remove', passkey })}
          />
        ))}
      </ul>
      {openDialog && openDialog.what !== 'remove' && (
        <NameDialog openDialog={openDialog} withProof={withProof} onClose={close} onDone={done} />
      )}
      {openDialog?.what === 'remove' && (
        <RemoveDialog passkey={openDialog.passkey} withProof={withProof} onClose={close} onDone={done} />
      )}
      {dialog}
    </Page>
  );
}

interface EntryProps {
  readonly passkey: OwnPasskey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyEntry({ passkey: { name, addedAt, lastUsedAt }, onRename, onRemove }: EntryProps) {
  return (
    <li>
      <div>
        <h2>{name}</h2>
        <p className="quiet">
          {t('Added %{day}.', { day: dayName(addedAt) })}{' '}
          {lastUsedAt ? t('Last used %{lastUsedAt}.', { lastUsedAt: momentName(lastUsedAt) }) : t('Not used yet.')}
        </p>
      </div>
      <div className="row">
        <Button label={t('Rename')} about={name} variant="plain" onPress={onRename} />
        <Button label={t('Remove')} about={name} variant="plain" onPress={onRemove} />
      </div>
    </li>
  );
}

interface DialogProps {
  readonly withProof: WithProof;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Names a new passkey and creates it, or renames one. */
function NameDialog({
  openDialog,
  withProof,
  onClose,
  onDone,
}: DialogProps & { readonly openDialog: Exclude<OpenDialog, { what: 'remove' }> }) {
  const renamed = openDialog.what === 'rename' ? openDialog.passkey : null;
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    name: 'passkey',
    initial: { name: renamed?.name ?? serverText(deviceName(navigator.userAgent)) },
    validate: ({ name }) => check<{ name: string }>({ name: blank(name, required(t('Name'))) }),
  });
  const send = form.submit(async ({ name }) => {
    setProblem(null);
    try {
      const { addPasskey } = await import('../../passkeys/add.ts')
        .catch(reloadOnStaleChunk)
        .catch(throwConnectionError(true));
      const change = () =>
        renamed ? call('PUT', `auth/passkeys/${renamed.id}`, { body: { name }, ...SHOWS_ERRORS }) : addPasskey(name);
      if (await withProof('passkeys', change)) onDone();
    } catch (failure) {
      setProblem(serverText((failure as Error).message));
    }
  });
  return (
    <Dialog title={renamed ? t('Rename passkey') : t('Add a passkey')} onClose={onClose}>
      <form method="post" className="form" noValidate onSubmit={send}>
        <Problem text={problem} />
        <TextField
          {...form.field('name')}
          label={t('Name')}
          hint={renamed ? undefined : t('The device on which you create it, so that you recognise it later.')}
          maxLength={MAX_NAME_LENGTH}
        />
        <p className="quiet">{t('We ask for a one-time password first.')}</p>
        <div className="actions">
          <Button label={t('Cancel')} variant="plain" onPress={onClose} />
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
  const [problem, setProblem] = useState<string | null>(null);
  async function remove(): Promise<void> {
    setProblem(null);
    const request = () => call('DELETE', `auth/passkeys/${passkey.id}`, SHOWS_ERRORS);
    try {
      if (await withProof('passkeys', request)) onDone();
    } catch (failure) {
      setProblem((failure as Error).message);
    }
  }
  return (
    <Dialog title={t('Remove “%{name}”?', { name: passkey.name })} onClose={onClose} alert>
      <p>{t('It can no longer be used to sign in. Delete it on the device too, so that it is not offered there.')}</p>
      <p className="quiet">{t('We ask for a one-time password first.')}</p>
      <Problem text={problem} />
      <div className="actions">
        <Button label={t('Keep')} variant="plain" onPress={onClose} hasFocus />
        <Button label={t('Remove')} variant="danger" onPress={remove} />
      </div>
    </Dialog>
  );
}
