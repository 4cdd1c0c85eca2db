import type { SavedView } from '@fynbos/api/saved-views/answers.ts';
import { VIEW_LISTS, type ViewList } from '@fynbos/domain/saved-views/lists.ts';
import { Button, Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAction, useCommand } from '../api/use-command.ts';
import { useRead } from '../components/use-read.tsx';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ManageViewsDialog, ViewDialog } from './ViewDialogs.tsx';
import { searchOfView, shownView } from './views.ts';

/** Current step: the menu is open, a view is being saved, all views are managed, or one of them is renamed. */
type Step = 'closed' | 'choose' | 'save' | 'manage' | { readonly rename: SavedView };

/** Filters of a list saved under a name, for oneself or for everyone who sees the list. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const list = pathname.slice(1);
  return list in VIEW_LISTS ? <Views list={list as ViewList} pathname={pathname} search={search} /> : null;
}

function Views({ list, pathname, search }: { list: ViewList; pathname: string; search: string }) {
  const { command } = useCommand();
  const { act } = useAction();
  const navigate = useNavigate();
  const notify = useNotify();
  const asOf = useAsOf();
  const { data: views } = useRead('saved-views', { query: { list } });
  const [step, setStep] = useState<Step>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const isOver = useRef(true);
  const close = () => setStep('closed');
  useEffect(() => {
    // The menu that had the focus before the dialog is unmounted, so the focus returns to the menu button.
    if (step === 'closed' && !isOver.current) button.current?.focus();
    isOver.current = step === 'closed';
  }, [step]);
  const viewId = new URLSearchParams(search).get('view');
  const linked = views?.find(({ id }) => id === viewId);
  useEffect(() => {
    // A link to a view names it only; the address then takes its filters.
    if (!viewId || !views) return;
    navigate(`${pathname}${linked?.search ?? ''}`, { replace: true });
    if (!linked) notify('This view was removed or is not shared with you.', { type: 'warning' });
  }, [viewId, linked, views, navigate, notify, pathname]);
  const shown = shownView(views ?? [], search);
  const copy = () => {
    close();
    const link = shown ? `${window.location.origin}/admin${pathname}?view=${shown.id}` : window.location.href;
    return act(() => navigator.clipboard.writeText(link), 'Link copied.');
  };
  const open = (view: SavedView) => {
    close();
    navigate(`${pathname}${view.search}`);
  };
  const own = views?.filter(({ scope }) => scope === 'me') ?? [];
  const shared = views?.filter(({ scope }) => scope === 'everyone') ?? [];
  const itemOf = (view: SavedView) => (
    <MenuItem key={view.id} onClick={() => open(view)} selected={view === shown}>
      <span className="view-name">{view.name}</span>
      {view.isAlertOn && (
        <span className="view-note">
          <T>E-mail on</T>
        </span>
      )}
      {!view.isOwn && <span className="view-note">{view.ownerName}</span>}
    </MenuItem>
  );
  return (
    <>
      <Button aria-haspopup="menu" onClick={() => setStep('choose')} ref={button} variant="outlined">
        {shown ? <T values={{ name: shown.name }}>{'Views: %{name}'}</T> : <T>Views</T>}
      </Button>
      <Menu anchorEl={button.current} disableRestoreFocus onClose={close} open={step === 'choose'}>
        {own.length > 0 && <T as={ListSubheader}>Only me</T>}
        {own.map(itemOf)}
        {shared.length > 0 && <T as={ListSubheader}>Everyone</T>}
        {shared.map(itemOf)}
        {own.length + shared.length > 0 && <Divider component="li" />}
        {!asOf && (
          <MenuItem onClick={() => setStep('save')}>
            <T>Save view…</T>
          </MenuItem>
        )}
        {!asOf && own.length + shared.length > 0 && (
          <MenuItem onClick={() => setStep('manage')}>
            <T>Manage views…</T>
          </MenuItem>
        )}
        <MenuItem onClick={copy}>
          <T>Copy link</T>
        </MenuItem>
      </Menu>
      {step === 'save' && (
        <ViewDialog
          onClose={close}
          send={(fields) => command('POST', 'saved-views', { list, search: searchOfView(search), ...fields })}
          views={own}
        />
      )}
      {step === 'manage' && (
        <ManageViewsDialog
          list={list}
          onClose={close}
          onRename={(view) => setStep({ rename: view })}
          views={views ?? []}
        />
      )}
      {typeof step === 'object' && (
        <ViewDialog
          onClose={() => setStep('manage')}
          own={step.rename}
          send={(fields) => command('PUT', `saved-views/${step.rename.id}`, fields)}
          views={(views ?? []).filter(({ isOwn }) => isOwn)}
        />
      )}
    </>
  );
}
