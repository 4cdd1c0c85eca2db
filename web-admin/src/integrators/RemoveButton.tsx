import { useState } from 'react';
import { Confirm, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { alertType } from '../record/alert-type.ts';
import type { Integrator } from './integrator.ts';

/** Removes an integrator after confirmation. All its keys become invalid at once; its recorded events stay. */
export function RemoveButton({ integrator: { id, name, keys } }: { integrator: Integrator }) {
  const [isAsking, setAsking] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const remove = async () => {
    try {
      await call('DELETE', `integrators/${id}`);
      notify('%{name} was removed. Its keys no longer work.', { type: 'success', messageArgs: { name } });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: alertType(error) });
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <ActionButton label="Remove" color="error" onClick={() => setAsking(true)} variant="outlined" />
      <Confirm
        confirm="Remove"
        confirmColor="warning"
        content={
          <T values={{ count: keys.length }}>
            {keys.length === 0
              ? 'It has no live key. Recorded data is kept.'
              : 'Its key stops working immediately and cannot be restored. Recorded data is kept. |||| Its %{count} keys stop working immediately and cannot be restored. Recorded data is kept.'}
          </T>
        }
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        title={<T values={{ name }}>{'Remove %{name}'}</T>}
      />
    </>
  );
}
