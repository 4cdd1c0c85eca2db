import { Button, Divider, Menu, MenuItem } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useStore } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { ManageViewsDialog, ViewNameDialog } from './ViewDialogs.tsx';
import { renamed, type View, without, withView } from './views.ts';

/** Current step: the menu is open, a view is being saved or renamed, or all views are managed. */
type Doing = 'nothing' | 'choose' | 'keep' | 'manage' | { readonly rename: string };

/** Filters saved under a name in this browser. The URL of a view can be shared. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [views, setViews] = useStore<View[]>(`views${pathname}`, []);
  const [doing, setDoing] = useState<Doing>('nothing');
  const button = useRef<HTMLButtonElement>(null);
  const isOver = useRef(true);
  const close = () => setDoing('nothing');
  useEffect(() => {
    // The menu that had the focus before the dialog is unmounted, so the focus returns to the menu button.
    if (doing === 'nothing' && !isOver.current) button.current?.focus();
    isOver.current = doing === 'nothing';
  }, [doing]);
  const copy = async () => {
    close();
    await navigator.clipboard.writeText(window.location.href);
    notify('Link copied.', { type: 'success' });
  };
  const open = ({ search: kept }: View) => {
    close();
    navigate(`${pathname}${kept}`);
  };
  return (
    <>
      <Button aria-haspopup="menu" onClick={() => setDoing('choose')} ref={button} variant="outlined">
        <T>Views</T>
      </Button>
      <Menu anchorEl={button.current} disableRestoreFocus onClose={close} open={doing === 'choose'}>
        {views.map((view) => (
          <MenuItem key={view.name} onClick={() => open(view)}>
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <Divider component="li" />}
        <MenuItem onClick={() => setDoing('keep')}>
          <T>Save view…</T>
        </MenuItem>
        {views.length > 0 && (
          <MenuItem onClick={() => setDoing('manage')}>
            <T>Rename or remove…</T>
          </MenuItem>
        )}
        <MenuItem onClick={copy}>
          <T>Copy link</T>
        </MenuItem>
      </Menu>
      {doing === 'keep' && (
        <ViewNameDialog
          onClose={close}
          onName={(name) => {
            setViews(withView(views, { name, search }));
            notify('View saved.', { type: 'success' });
            close();
          }}
          views={views}
        />
      )}
      {doing === 'manage' && (
        <ManageViewsDialog
          onClose={close}
          onRemove={(name) => setViews(without(views, name))}
          onRename={(name) => setDoing({ rename: name })}
          views={views}
        />
      )}
      {typeof doing === 'object' && (
        <ViewNameDialog
          onClose={() => setDoing('manage')}
          onName={(name) => {
            setViews(renamed(views, doing.rename, name));
            setDoing('manage');
          }}
          own={doing.rename}
          views={views}
        />
      )}
    </>
  );
}
