import { Alert } from '@mui/material';
import { useNotify } from 'react-admin';
import { T } from '../i18n/T.tsx';
import { asPart, type Wording } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import type { MadeKey } from './integrator.ts';

/** Shows a new secret, which cannot be shown again. `name` labels it. */
export function SecretShown({ name, secret }: { name: Wording; secret: string }) {
  const notify = useNotify();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    notify('Copied.', { type: 'success' });
  };
  return (
    <Alert
      action={<ActionButton label="Copy" color="inherit" onClick={copy} size="small" />}
      severity="success"
      variant="outlined"
    >
      <T values={{ name: asPart(name) }}>{'Copy the %{name} now. You will not see it again.'}</T>
      <div className="mono">{secret}</div>
    </Alert>
  );
}

/** Shows a new API key. */
export const KeyShown = ({ made: { keyId, apiKey } }: { made: MadeKey }) => (
  <SecretShown name={['secret of key %{keyId}', { keyId }]} secret={apiKey} />
);
