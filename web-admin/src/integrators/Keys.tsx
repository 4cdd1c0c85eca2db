import type { Integrator } from '@fynbos/api/integrators/answers.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { HelpText, Mono } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { ago, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { KeyDialog } from './KeyDialog.tsx';

/** Creates a key after a question. `instead`: the key to replace. */
function NewKeyDialog({ integratorId, instead }: { integratorId: string; instead?: string }) {
  return (
    <KeyDialog
      action="Create key"
      create={({ reason }, { command }) => command('POST', `integrators/${integratorId}/keys`, undefined, { reason })}
      createdTitle="Key created."
      note={
        instead && (
          <T as="p" values={{ replaced: <span className="mono">{instead}</span> }}>
            {'Both keys work now. Give the new one to the integrator; when it is in use, revoke %{replaced}.'}
          </T>
        )
      }
      title={instead ? ['Replace key %{key}', { key: instead }] : 'Create a key'}
      values={{ reason: '' }}
    >
      <T as="p">The new key works immediately. Its secret is shown once, on the next page.</T>
      <ReasonInput isOptional />
    </KeyDialog>
  );
}

/** When each key was last used, from the latest calls. */
function useLastUses(id: string): ReadonlyMap<string, string> | null {
  const { data } = useRead(`integrators/${id}/calls`);
  if (!data) return null;
  const uses = new Map<string, string>();
  for (const { keyId, at } of data) if ((uses.get(keyId) ?? '') < at) uses.set(keyId, at);
  return uses;
}

/** The active keys: create, replace or revoke one. A replaced key stays valid until it is revoked. */
export function Keys({ integrator: { id, keys }, mayChange }: { integrator: Integrator; mayChange: boolean }) {
  const uses = useLastUses(id);
  return (
    <>
      <FigureTable
        caption="Live keys"
        columns={['Key', 'Created', 'Last used', mayChange && 'Actions']}
        rows={keys.map(({ keyId, madeAt }) => [
          keyId,
          <Mono key="key" text={keyId} />,
          instant(madeAt),
          uses === null ? '…' : uses.has(keyId) ? ago(uses.get(keyId) ?? '') : ['Not used in the latest calls'],
          <div className="actions" key="actions">
            <ActionButton
              label="Replace"
              accessibleName={['Replace %{keyId}', { keyId }]}
              dialog={<NewKeyDialog instead={keyId} integratorId={id} />}
              size="small"
            />
            <ReasonButton
              accessibleName={['Revoke %{keyId}', { keyId }]}
              color="error"
              destructive
              doneMessage="Key revoked. Calls with it are rejected."
              explanation="Calls with this key will be rejected. Check that another key is in use."
              isReasonOptional
              label="Revoke"
              send={(reason, { command }) =>
                command('DELETE', `integrators/${id}/keys/${keyId}`, undefined, { reason })
              }
              size="small"
              title={['Revoke key %{key}', { key: keyId }]}
              variant="text"
            />
          </div>,
        ])}
      />
      {keys.length === 0 && <HelpText>No live key. This integrator cannot send requests.</HelpText>}
      {mayChange && (
        <p>
          <ActionButton label="Create another key" dialog={<NewKeyDialog integratorId={id} />} variant="outlined" />
        </p>
      )}
    </>
  );
}
