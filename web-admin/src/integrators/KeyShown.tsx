import type { MadeKey } from '@fynbos/api/integrators/answers.ts';
import { Alert } from '@mui/material';
import { useNotify } from 'react-admin';
import { asPart, T, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

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
