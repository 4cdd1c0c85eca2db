import type { SavedView } from '@fynbos/api/saved-views/answers.ts';
import { ALERT_LIST } from '@fynbos/domain/saved-views/lists.ts';
import { DialogActions, DialogContent, FormControlLabel, Switch } from '@mui/material';
import { useRef } from 'react';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { Remark } from '../components/texts.tsx';
import './list.css';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { DialogFrame, FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { T, useSay } from '../i18n/T.tsx';
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
  /** The views whose names are taken. */
  views: readonly SavedView[];
  /** The view to change; undefined for a new one. */
  own?: SavedView;
  send: (fields: Fields) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <FormDialog<Fields>
      action="Save"
      done="View saved."
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

/** Lists the saved views: to change or remove own ones, and to switch e-mail about new entries on. */
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
  const { command, act } = useCommand();
  const say = useSay();
  const closing = useRef<HTMLButtonElement>(null);
  const remove = (view: SavedView) =>
    act(async () => {
      await command('DELETE', `saved-views/${view.id}`);
      // The focused button disappears with its view.
      closing.current?.focus();
    });
  return (
    <DialogFrame onClose={onClose} title="Saved views" wide="sm">
      <DialogContent>
        {views.length === 0 && <T as="p">No saved views.</T>}
        <ul className="kept-views">
          {views.map((view) => {
            const { id, name, scope, isOwn, mayRemove, ownerName, isAlertOn } = view;
            return (
              <li className="actions" key={id}>
                <span>
                  {name}
                  <span className="under">
                    {scope === 'me' ? (
                      <T>Only me</T>
                    ) : isOwn ? (
                      <T>Everyone</T>
                    ) : (
                      <T values={{ ownerName }}>{'Shared by %{ownerName}'}</T>
                    )}
                  </span>
                </span>
                {list === ALERT_LIST && (
                  <FormControlLabel
                    control={
                      <Switch
                        checked={isAlertOn}
                        onChange={(_, isOn) => act(() => command('PUT', `saved-views/${id}/alert`, { isOn }))}
                        size="small"
                        slotProps={{ input: { 'aria-label': say('E-mail me about %{name}', { name }) } }}
                      />
                    }
                    label={<T>E-mail me</T>}
                  />
                )}
                {isOwn && (
                  <ActionButton
                    label="Change"
                    accessibleName={['Change %{name}', { name }]}
                    onClick={() => onRename(view)}
                    size="small"
                  />
                )}
                {mayRemove && scope === 'everyone' && (
                  <ConfirmButton
                    accessibleName={['Remove %{name}', { name }]}
                    content={
                      list === ALERT_LIST
                        ? 'Everyone loses this view and its e-mails about new entries. It cannot be undone.'
                        : 'Everyone loses this view. It cannot be undone.'
                    }
                    run={({ command }) => command('DELETE', `saved-views/${id}`)}
                    size="small"
                    title={['Remove %{name}?', { name }]}
                  />
                )}
                {mayRemove && scope === 'me' && (
                  <ActionButton
                    label="Remove"
                    accessibleName={['Remove %{name}', { name }]}
                    color="error"
                    onClick={() => remove(view)}
                    size="small"
                  />
                )}
              </li>
            );
          })}
        </ul>
        {list === ALERT_LIST && views.length > 0 && (
          <Remark>E-mail about new entries comes at most once an hour for each view.</Remark>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton label="Close" autoFocus onClick={onClose} ref={closing} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}
