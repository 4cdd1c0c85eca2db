import { Button, DialogActions, DialogContent } from '@mui/material';
import { useRef } from 'react';
import { TextInput } from 'react-admin';
import './list.css';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { DialogFrame, FormDialog } from '../record/FormDialog.tsx';
import { nameProblem, type View } from './views.ts';

/** Asks for the name of a new or renamed view. */
export function ViewNameDialog({
  views,
  own,
  onName,
  onClose,
}: {
  views: readonly View[];
  /** Current name of the view; undefined for a new one. */
  own?: string;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const submit = async ({ name }: { name?: string }) => {
    onName(name ?? '');
    return undefined;
  };
  return (
    <FormDialog
      action={own === undefined ? 'Save' : 'Rename'}
      onClose={onClose}
      onSubmit={submit}
      title={own === undefined ? 'Save view' : ['Rename %{own}', { own }]}
      values={{ name: own ?? '' }}
    >
      <TextInput
        fullWidth
        helperText="Saves the current filters and sorting in this browser."
        label="Name"
        source="name"
        validate={(name?: string | null) => nameProblem(views, name, own) ?? undefined}
      />
    </FormDialog>
  );
}

/** Lists the saved views, to rename or remove them. */
export function ManageViewsDialog({
  views,
  onRename,
  onRemove,
  onClose,
}: {
  views: readonly View[];
  onRename: (name: string) => void;
  onRemove: (name: string) => void;
  onClose: () => void;
}) {
  const say = useSay();
  const closing = useRef<HTMLButtonElement>(null);
  const remove = (name: string) => {
    onRemove(name);
    // The focused button disappears with its view.
    closing.current?.focus();
  };
  return (
    <DialogFrame onClose={onClose} title="Saved views">
      <DialogContent>
        {views.length === 0 && (
          <p>
            <T>No saved views.</T>
          </p>
        )}
        <ul className="kept-views">
          {views.map(({ name }) => (
            <li key={name}>
              <span>{name}</span>
              <Button aria-label={say('Rename %{name}', { name })} onClick={() => onRename(name)} size="small">
                <T>Rename</T>
              </Button>
              <Button
                aria-label={say('Remove %{name}', { name })}
                color="error"
                onClick={() => remove(name)}
                size="small"
              >
                <T>Remove</T>
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose} ref={closing} variant="contained">
          <T>Close</T>
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
