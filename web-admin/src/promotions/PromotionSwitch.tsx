import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, type HttpError, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { alertType } from '../record/alert-type.ts';
import type { Promotion } from './promotion.ts';

const OFFLINE = {
  deactivate: 'Unable to deactivate the promotion. Please try again later.',
  activate: 'Unable to activate the promotion. Please try again later.',
} as const;

/** Deactivate (red) or Reactivate (green), each after confirmation. Reloads the list. */
export function PromotionSwitch({ promotion: { id, isActive, promoCode } }: { promotion: Promotion }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const notify = useNotify();
  const refresh = useRefresh();
  const doing = isActive ? 'deactivate' : 'activate';
  const flip = async () => {
    setBusy(true);
    try {
      const { message } = await call<{ message: string }>('PUT', `${doing}-promotion/${id}`);
      notify(message, { type: 'success' });
      refresh();
    } catch (error) {
      const { status, message } = error as HttpError;
      if (status === 0) window.alert(say(OFFLINE[doing]));
      else notify(message, { type: alertType(error) });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button
        aria-label={say(isActive ? 'Deactivate %{promoCode}' : 'Reactivate %{promoCode}', { promoCode })}
        color={isActive ? 'error' : 'success'}
        disabled={busy}
        onClick={() => setAsking(true)}
        variant="outlined"
      >
        <T>{isActive ? 'Deactivate' : 'Reactivate'}</T>
      </Button>
      <Confirm
        confirm={isActive ? 'Deactivate' : 'Reactivate'}
        content={
          isActive
            ? 'Are you sure you want to deactivate this promotion?'
            : 'Are you sure you want to reactivate this promotion?'
        }
        isOpen={asking}
        loading={busy}
        onClose={() => setAsking(false)}
        onConfirm={flip}
        title={promoCode}
      />
    </>
  );
}
