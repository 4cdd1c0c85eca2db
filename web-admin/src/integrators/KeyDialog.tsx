import type { MadeKey } from '@fynbos/api/integrators/answers.ts';
import { Alert, DialogActions, DialogContent } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { Commands } from '../api/data-provider.ts';
import { ActionButton, CopyButton, useClose } from '../components/ActionButton.tsx';
import { DialogForm, DialogFrame } from '../form/FormDialog.tsx';
import { asPart, T, type Wording } from '../i18n/T.tsx';

/** Shows a new secret, which cannot be shown again. `name` labels it. */
export function SecretShown({ name, secret }: { name: Wording; secret: string }) {
  return (
    <Alert
      action={<CopyButton label="Copy" color="inherit" doneMessage="Copied." size="small" text={secret} />}
      severity="success"
      variant="outlined"
    >
      <T values={{ name: asPart(name) }}>{'Copy the %{name} now. You will not see it again.'}</T>
      <div className="mono">{secret}</div>
    </Alert>
  );
}

const SavedButton = () => (
  <ActionButton label="I have saved the key" autoFocus onClick={useClose()} variant="contained" />
);

/** A form that creates an API key. The secret stays in the dialog until it was saved. */
export function KeyDialog<Values extends object>({
  title,
  createdTitle,
  note,
  action,
  values,
  create,
  onClose,
  children,
}: {
  title: Wording;
  /** Title once the key has been created. */
  createdTitle: string;
  /** What to do with the key. */
  note?: ReactNode;
  action: string;
  values: Partial<Values>;
  create: (values: Values, commands: Commands) => Promise<MadeKey>;
  onClose?: () => void;
  children: ReactNode;
}) {
  const [createdKey, setCreatedKey] = useState<MadeKey | null>(null);
  return (
    <DialogFrame staysOpen={createdKey !== null} onClose={onClose} title={createdKey ? createdTitle : title}>
      {createdKey ? (
        <>
          <DialogContent>
            <SecretShown name={['secret of key %{keyId}', { keyId: createdKey.keyId }]} secret={createdKey.apiKey} />
            {note}
          </DialogContent>
          <DialogActions>
            <SavedButton />
          </DialogActions>
        </>
      ) : (
        <DialogForm<Values>
          action={action}
          onDone={() => undefined}
          send={async (typed, commands) => setCreatedKey(await create(typed, commands))}
          values={values}
        >
          {children}
        </DialogForm>
      )}
    </DialogFrame>
  );
}
