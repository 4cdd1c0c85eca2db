import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import type { Integrator } from './integrator.ts';

/** Removes an integrator after a question: all its keys end at once; what it recorded stays. */
export function RemoveButton({ integrator: { id, name, keys } }: { integrator: Integrator }) {
  const [isAsking, setAsking] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const remove = async () => {
    try {
      await call('DELETE', `integrators/${id}`);
      notify(`${name} was removed. Its keys are refused from now on.`, { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button color="error" onClick={() => setAsking(true)} variant="outlined">
        Remove
      </Button>
      <Confirm
        confirm="Remove"
        confirmColor="warning"
        content={`${keys.length === 0 ? 'It has no live key.' : `Its ${keys.length === 1 ? 'key ends' : `${keys.length} keys end`} at once and cannot be brought back.`} What it recorded stays.`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        title={`Remove ${name}`}
      />
    </>
  );
}
