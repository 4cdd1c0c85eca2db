import { useState } from 'react';
import { api } from '../../api/calls.ts';
import type { Referral } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import { showAlert } from '../../shell/alerts.ts';

interface Props {
  readonly referral: Referral;
  readonly onSent: () => void;
}

/** Sends a pending invitation again: once a week, three times in all. */
export function RemindButton({ referral: { id, firstName, surname, remindFrom }, onSent }: Props) {
  const [busy, setBusy] = useState(false);
  if (remindFrom === null) return null;
  if (Date.parse(remindFrom) > Date.now())
    return <span className="quiet">{t('Remind from %{remindFrom}', { remindFrom: dayName(remindFrom) })}</span>;
  const remind = async () => {
    setBusy(true);
    try {
      await api.remindReferred(id);
      showAlert('success', t('We reminded %{firstName} %{surname}.', { firstName, surname }));
      onSent();
    } catch {
      // The banner shows why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="button button-plain" disabled={busy} onClick={() => void remind()}>
      {busy ? t('Sending...') : t('Remind')}
      <span className="sr-only">
        {' '}
        {firstName} {surname}
      </span>
    </button>
  );
}
