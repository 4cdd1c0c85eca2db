import type { SavedView } from '@fynbos/api/saved-views/answers.ts';
import { ALERT_LIST } from '@fynbos/domain/saved-views/lists.ts';
import { DialogActions, DialogContent, FormControlLabel, Switch } from '@mui/material';
import { useRef } from 'react';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { HelpText } from '../components/texts.tsx';
import './list.css';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { DialogFrame, FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { T, useTranslation } from '../i18n/T.tsx';
import { nameProblem } from './views.ts';

interface Fields {
  readonly name: string;
  readonly scope: SavedView['scope'];
}

/** Asks for the name of a new or existing view, and who sees it. */
export function ViewDialog({
  views,
  own,
  send,
  onClose,
}: {
  /** The views with names that are taken. */
  views: readonly SavedView[];
  /** The view to change; undefined for a new one. */
  own?: SavedView;
  send: (fields: Fields) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <FormDialog<Fields>
      action="Save"
      doneMessage="View saved."
      onClose={onClose}
      send={({ name, scope }) => send({ name: name.trim(), scope })}
      title={own === undefined ? 'Save view' : ['Change %{own}', { own: own.name }]}
      values={{ name: own?.name ?? '', scope: own?.scope ?? 'me' }}
    >
      <Field
        check={(name) => nameProblem(views, name, own?.name) ?? undefined}
        hint="Saves the current filters and sorting."
        label="Name"
        missing="A name is required!"
        source="name"
      />
      <Field
        choices={[
          ['me', 'Only me'],
          ['everyone', 'Everyone who sees this list'],
        ]}
        label="Visible to"
        source="scope"
      />
    </FormDialog>
  );
}

/** Switches the email about new entries of a view on or off. */
function AlertSwitch({ view: { id, name, isAlertOn } }: { view: SavedView }) {
  const { command, act } = useCommand();
  const translate = useTranslation();
  return (
    <FormControlLabel
      control={
        <Switch
          checked={isAlertOn}
          onChange={(_, isOn) => act(() => command('PUT', `saved-views/${id}/alert`, { isOn }))}
          size="small"
          slotProps={{ input: { 'aria-label': translate('Email me about %{name}', { name }) } }}
        />
      }
      label={<T>Email me</T>}
    />
  );
}

interface RemoveProps {
  readonly view: SavedView;
  readonly hasAlerts: boolean;
  readonly onRemoved: () => void;
}

/** Asks before it removes a view of everyone, and removes a view of one’s own at once. */
function RemoveButton({ view: { id, name, scope }, hasAlerts, onRemoved }: RemoveProps) {
  const { command, act } = useCommand();
  const accessibleName = ['Remove %{name}', { name }] as const;
  if (scope === 'everyone')
    return (
      <ConfirmButton
        accessibleName={accessibleName}
        content={
          hasAlerts
            ? 'Everyone loses this view and its emails about new entries. It cannot be undone.'
            : 'Everyone loses this view. It cannot be undone.'
        }
        run={(commands) => commands.command('DELETE', `saved-views/${id}`)}
        size="small"
        title={['Remove %{name}?', { name }]}
      />
    );
  const remove = () =>
    act(async () => {
      await command('DELETE', `saved-views/${id}`);
      onRemoved();
    });
  return <ActionButton label="Remove" accessibleName={accessibleName} color="error" onClick={remove} size="small" />;
}

/** A view with the actions that the administrator may use on it. */
function ViewRow({ onRename, ...props }: RemoveProps & { readonly onRename: () => void }) {
  const { view, hasAlerts } = props;
  const { name, scope, isOwn, mayRemove, ownerName } = view;
  return (
    <li className="actions">
      <span>
        {name}
        <T as="span" className="under" values={{ ownerName }}>
          {scope === 'me' ? 'Only me' : isOwn ? 'Everyone' : 'Shared by %{ownerName}'}
        </T>
      </span>
      {hasAlerts && <AlertSwitch view={view} />}
      {isOwn && (
        <ActionButton label="Change" accessibleName={['Change %{name}', { name }]} onClick={onRename} size="small" />
      )}
      {mayRemove && <RemoveButton {...props} />}
    </li>
  );
}

/** Lists the saved views with their actions. */
export function ManageViewsDialog({
  list,
  views,
  onRename,
  onClose,
}: {
  list: string;
  views: readonly SavedView[];
  onRename: (view: SavedView) => void;
  onClose: () => void;
}) {
  const closing = useRef<HTMLButtonElement>(null);
  const hasAlerts = list === ALERT_LIST;
  return (
    <DialogFrame onClose={onClose} title="Saved views" maxWidth="sm">
      <DialogContent>
        {views.length === 0 && <T as="p">No saved views.</T>}
        <ul className="kept-views">
          {views.map((view) => (
            <ViewRow
              hasAlerts={hasAlerts}
              key={view.id}
              // The focused button disappears with its view.
              onRemoved={() => closing.current?.focus()}
              onRename={() => onRename(view)}
              view={view}
            />
          ))}
        </ul>
        {hasAlerts && views.length > 0 && (
          <HelpText>Email about new entries comes at most once an hour for each view.</HelpText>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton label="Close" autoFocus onClick={onClose} ref={closing} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}
