import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { alertType } from '../record/alert-type.ts';
import { useBusy } from '../record/use-busy.ts';
import type { Integrator, MadeKey } from './integrator.ts';
import { KeyShown } from './KeyShown.tsx';

/** The active keys: create, replace or revoke one. A replaced key stays valid until it is revoked. */
export function Keys({ integrator: { id, keys }, mayChange }: { integrator: Integrator; mayChange: boolean }) {
  const say = useSay();
  const [made, setMade] = useState<MadeKey | null>(null);
  const [replaced, setReplaced] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  // Blocks a second press: each press creates a valid key, even if the page never shows it.
  const [busy, during] = useBusy();
  const notify = useNotify();
  const refresh = useRefresh();
  const fail = (error: unknown) => notify((error as Error).message, { type: alertType(error) });
  const make = async (instead: string | null) => {
    try {
      setReplaced(instead);
      setMade(await call<MadeKey>('POST', `integrators/${id}/keys`));
      refresh();
    } catch (error) {
      fail(error);
    }
  };
  const revoke = async () => {
    try {
      await call('DELETE', `integrators/${id}/keys/${revoking}`);
      notify('The key was revoked. Calls with it are refused from now on.', { type: 'success' });
      refresh();
    } catch (error) {
      fail(error);
    } finally {
      setRevoking(null);
    }
  };
  return (
    <>
      {made && <KeyShown made={made} />}
      {made && replaced && keys.some(({ keyId }) => keyId === replaced) && (
        <p>
          <T values={{ replaced: <span className="mono">{replaced}</span> }}>
            {'Both keys work now. Give the new one to the integrator; when it is in use, revoke %{replaced}.'}
          </T>
        </p>
      )}
      <table className="plain-table">
        <caption className="sr-only">
          <T>Live keys</T>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <T>Key</T>
            </th>
            <th scope="col">
              <T>Made</T>
            </th>
            {mayChange && (
              <th scope="col">
                <T>Change</T>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map(({ keyId, madeAt }) => (
            <tr key={keyId}>
              <td className="mono">{keyId}</td>
              <td>{instant(madeAt)}</td>
              {mayChange && (
                <td>
                  <Button
                    aria-label={say('Replace %{keyId}', { keyId })}
                    disabled={busy}
                    onClick={() => during(() => make(keyId))}
                    size="small"
                  >
                    <T>Replace</T>
                  </Button>{' '}
                  <Button
                    aria-label={say('Revoke %{keyId}', { keyId })}
                    color="error"
                    onClick={() => setRevoking(keyId)}
                    size="small"
                  >
                    <T>Revoke</T>
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {keys.length === 0 && (
        <p className="quiet">
          <T>No live key: this integrator cannot call.</T>
        </p>
      )}
      {mayChange && (
        <p>
          <Button disabled={busy} onClick={() => during(() => make(null))} variant="outlined">
            <T>Create another key</T>
          </Button>
        </p>
      )}
      <Confirm
        confirm="Revoke"
        confirmColor="warning"
        content="Calls with this key are refused from now on. Make sure that another key is in use."
        isOpen={revoking !== null}
        loading={busy}
        onClose={() => setRevoking(null)}
        onConfirm={() => during(revoke)}
        title={<T values={{ key: revoking ?? '' }}>{'Revoke key %{key}'}</T>}
      />
    </>
  );
}
