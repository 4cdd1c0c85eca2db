import { Alert, Button } from '@mui/material';
import { useNotify } from 'react-admin';
import type { MadeKey } from './integrator.ts';

/** A secret, this once: it cannot be shown again. `name` says what it is. */
export function SecretShown({ name, secret }: { name: string; secret: string }) {
  const notify = useNotify();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    notify('It was copied.', { type: 'success' });
  };
  return (
    <Alert
      action={
        <Button color="inherit" onClick={copy} size="small">
          Copy
        </Button>
      }
      severity="success"
      variant="outlined"
    >
      This is the {name}. Keep it now: it is shown this once.
      <div className="mono">{secret}</div>
    </Alert>
  );
}

/** An API key as it was made. */
export const KeyShown = ({ made: { keyId, apiKey } }: { made: MadeKey }) => (
  <SecretShown name={`secret of key ${keyId}`} secret={apiKey} />
);
