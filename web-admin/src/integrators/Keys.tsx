import type { IntegratorCall as Call, Integrator, MadeKey } from '@fynbos/api/integrators/answers.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { call, reasonHeader } from '../api/http.ts';
import { DialogFrame } from '../form/DialogFrame.tsx';
import { DialogForm, formErrorsOf } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { ago, instant } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Mono, Remark } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { KeyShown } from './KeyShown.tsx';

/** Creates a key after a question; the secret stays in the dialog until it was saved. `instead`: the key to replace. */
function NewKeyDialog({
  integratorId,
  instead,
  onClose,
}: {
  integratorId: string;
  instead: string | null;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const [made, setMade] = useState<MadeKey | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async ({ reason }: { reason?: string }) => {
    setSending(true);
    try {
      setMade(await call<MadeKey>('POST', `integrators/${integratorId}/keys`, undefined, reasonHeader(reason)));
      refresh();
      return undefined;
    } catch (error) {
      return formErrorsOf(error);
    } finally {
      setSending(false);
    }
  };
  const title: Wording = made ? 'Key created.' : instead ? ['Replace key %{key}', { key: instead }] : 'Create a key';
  return (
    <DialogFrame held={isSending || made !== null} onClose={onClose} title={title}>
      {made ? (
        <>
          <DialogContent>
            <KeyShown made={made} />
            {instead && (
              <T as="p" values={{ replaced: <span className="mono">{instead}</span> }}>
                {'Both keys work now. Give the new one to the integrator; when it is in use, revoke %{replaced}.'}
              </T>
            )}
          </DialogContent>
          <DialogActions>
            <ActionButton label="I have saved the key" autoFocus onClick={onClose} variant="contained" />
          </DialogActions>
        </>
      ) : (
        <DialogForm action="Create key" held={isSending} onClose={onClose} onSubmit={submit} values={{ reason: '' }}>
          <T as="p">The new key works immediately. Its secret is shown once, on the next page.</T>
          <ReasonInput isOptional />
        </DialogForm>
      )}
    </DialogFrame>
  );
}

/** When each key was last used, from the latest calls. */
function useLastUses(id: string): ReadonlyMap<string, string> | null {
  const { data } = useRead<Call[]>(`integrators/${id}/calls`);
  if (!data) return null;
  const uses = new Map<string, string>();
  for (const { keyId, at } of data) if ((uses.get(keyId) ?? '') < at) uses.set(keyId, at);
  return uses;
}

/** The active keys: create, replace or revoke one. A replaced key stays valid until it is revoked. */
export function Keys({ integrator: { id, keys }, mayChange }: { integrator: Integrator; mayChange: boolean }) {
  const [making, setMaking] = useState<{ readonly instead: string | null } | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  const uses = useLastUses(id);
  return (
    <>
      <FigureTable
        caption="Live keys"
        columns={['Key', 'Created', 'Last used', ...(mayChange ? ['Actions'] : [])]}
        rows={keys.map(({ keyId, madeAt }) => [
          keyId,
          <Mono key="key" text={keyId} />,
          instant(madeAt),
          uses === null ? '…' : uses.has(keyId) ? ago(uses.get(keyId) ?? '') : ['Not in the latest calls'],
          ...(mayChange
            ? [
                <div className="row-actions" key="actions">
                  <ActionButton
                    label="Replace"
                    accessibleName={['Replace %{keyId}', { keyId }]}
                    onClick={() => setMaking({ instead: keyId })}
                    size="small"
                  />
                  <ActionButton
                    label="Revoke"
                    accessibleName={['Revoke %{keyId}', { keyId }]}
                    color="error"
                    onClick={() => setRevoking(keyId)}
                    size="small"
                  />
                </div>,
              ]
            : []),
        ])}
      />
      {keys.length === 0 && <Remark>No live key. This integrator cannot send requests.</Remark>}
      {mayChange && (
        <p>
          <ActionButton label="Create another key" onClick={() => setMaking({ instead: null })} variant="outlined" />
        </p>
      )}
      {making && <NewKeyDialog instead={making.instead} integratorId={id} onClose={() => setMaking(null)} />}
      {revoking !== null && (
        <ReasonDialog
          action="Revoke"
          destructive
          done="Key revoked. Calls with it are rejected."
          explanation="Calls with this key will be rejected. Check that another key is in use."
          isReasonOptional
          onClose={() => setRevoking(null)}
          send={(reason) => call('DELETE', `integrators/${id}/keys/${revoking}`, undefined, reasonHeader(reason))}
          title={['Revoke key %{key}', { key: revoking }]}
        />
      )}
    </>
  );
}
