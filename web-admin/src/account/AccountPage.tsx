import type { OwnPasskey } from '@fynbos/api/sign-in/answers.ts';
import { deviceName } from '@fynbos/web-agent/src/passkeys/device-name.ts';
import { getMe } from '../api/auth-provider.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Breakable, Facts, HelpText } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field, PasswordField } from '../form/inputs.tsx';
import { date, instant } from '../format/format.ts';
import { listed, T } from '../i18n/T.tsx';
import { passkeys, sessions } from './own-account.ts';
import { SessionTable } from './SessionTable.tsx';

const MAX_NAME_LENGTH = 60;
const COLUMNS = ['Name', 'Added', 'Last used', 'Actions'];

/** What the open dialog does: add a passkey, or rename or remove one. */
type Change = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: OwnPasskey };

const ACTIONS = { add: 'Add passkey', rename: 'Rename passkey', remove: 'Remove passkey' } as const;

/** Adds, renames or removes a passkey. Each change needs the password. */
function ChangePasskey({ change }: { change: Change }) {
  const passkey = change.what === 'add' ? null : change.passkey;
  return (
    <FormDialog<{ name: string; password: string }>
      action={ACTIONS[change.what]}
      destructive={change.what === 'remove'}
      doneMessage="Saved."
      send={({ name, password }) => {
        if (!passkey) return passkeys.add(name, password);
        return change.what === 'rename'
          ? passkeys.rename(passkey.id, name, password)
          : passkeys.remove(passkey.id, password);
      }}
      title={
        change.what === 'remove' ? ['Remove passkey %{name}', { name: change.passkey.name }] : ACTIONS[change.what]
      }
      values={{ name: passkey?.name ?? deviceName(navigator.userAgent), password: '' }}
    >
      {change.what === 'remove' ? (
        <T as="p">It can no longer be used to sign in. Delete it on the device too, so that it is not offered there.</T>
      ) : (
        <Field
          hint={passkey ? undefined : 'The device on which you create it'}
          label="Name"
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
          source="name"
        />
      )}
      <PasswordField
        autoComplete="current-password"
        hint="Confirms that it is you"
        label="Password"
        source="password"
      />
    </FormDialog>
  );
}

/** The passkeys of the signed-in administrator, with their last use (rules C9 and C10). */
function Passkeys() {
  const { data, notice } = useAnswer(['own-passkeys'], passkeys.list, { rows: 2 });
  return (
    <Panel
      aside={
        <ActionButton dialog={<ChangePasskey change={{ what: 'add' }} />} label="Add a passkey" variant="contained" />
      }
      title="Passkeys"
    >
      <HelpText>
        A passkey signs you in with your fingerprint, face or screen lock, without your password. It does not work on a
        false website. Do not add one on a shared computer.
      </HelpText>
      {notice}
      {data && (
        <FigureTable
          caption="Your passkeys"
          columns={COLUMNS}
          empty="You have no passkey yet."
          rows={data.map((passkey) => [
            passkey.id,
            passkey.name,
            date(passkey.addedAt),
            passkey.lastUsedAt ? instant(passkey.lastUsedAt) : ['Not used yet'],
            <span key="actions">
              {(['rename', 'remove'] as const).map((what) => (
                <ActionButton
                  label={what === 'remove' ? 'Remove' : 'Rename'}
                  accessibleName={['%{action} %{name}', { action: [ACTIONS[what]], name: passkey.name }]}
                  color={what === 'remove' ? 'error' : 'primary'}
                  key={what}
                  dialog={<ChangePasskey change={{ what, passkey }} />}
                  size="small"
                />
              ))}
            </span>,
          ])}
        />
      )}
    </Panel>
  );
}

export default function AccountPage() {
  const { data, notice } = useAnswer(['me'], getMe);
  if (!data)
    return (
      <>
        <PageHead title="My account" />
        {notice}
      </>
    );
  const { adminId, name, email, roles, permissions } = data;
  return (
    <>
      <PageHead
        actions={
          permissions['audit-log:see'] && (
            <ActionButton label="My activity and history" to={`/admins/${adminId}`} variant="outlined" />
          )
        }
        title="My account"
      />
      {notice}
      <Facts
        facts={[
          ['Name', name],
          ['Email', <Breakable key="email" text={email} />],
          ['Roles', listed(roles)],
        ]}
      />
      <div className="record-panels">
        <Passkeys />
        <Panel title="Active sessions">
          <SessionTable of="own" {...sessions} />
        </Panel>
      </div>
    </>
  );
}
