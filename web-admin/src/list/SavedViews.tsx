import type { SavedView } from '@fynbos/api/saved-views/answers.ts';
import { VIEW_LISTS, type ViewList } from '@fynbos/domain/saved-views/lists.ts';
import { Button, Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAction, useCommand } from '../api/use-command.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { copyText } from '../components/ActionButton.tsx';
import { useRead } from '../components/use-read.tsx';
import { T } from '../i18n/T.tsx';
import { ManageViewsDialog, ViewDialog } from './ViewDialogs.tsx';
import { searchOfView, shownView } from './views.ts';

/** Current step: the menu is open, a view is being saved, all views are managed, or one of them is renamed. */
type Step = 'closed' | 'choose' | 'save' | 'manage' | { readonly rename: SavedView };

interface ListAddress {
  readonly list: ViewList;
  readonly pathname: string;
  readonly search: string;
}

/** Filters of a list saved under a name, for oneself or for everyone who sees the list. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const list = pathname.slice(1);
  return list in VIEW_LISTS ? <ViewMenu list={list as ViewList} pathname={pathname} search={search} /> : null;
}

/** The saved views of a list, and the one that the address shows. */
function useViews({ list, pathname, search }: ListAddress) {
  const navigate = useNavigate();
  const notify = useNotify();
  const { data: views } = useRead('saved-views', { query: { list } });
  const viewId = new URLSearchParams(search).get('view');
  const linked = views?.find(({ id }) => id === viewId);
  useEffect(() => {
    // A link to a view names it only; the address then takes its filters.
    if (!viewId || !views) return;
    navigate(`${pathname}${linked?.search ?? ''}`, { replace: true });
    if (!linked) notify('This view was removed or is not shared with you.', { type: 'warning' });
  }, [viewId, linked, views, navigate, notify, pathname]);
  return { views: views ?? [], shown: shownView(views ?? [], search) };
}

/** A button that takes the focus when the last dialog has closed: the menu that had it before is unmounted. */
function useFocusAfter(isClosed: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasClosed = useRef(true);
  useEffect(() => {
    if (isClosed && !wasClosed.current) button.current?.focus();
    wasClosed.current = isClosed;
  }, [isClosed]);
  return button;
}

/** The dialog of a step that has one. */
function StepDialog({
  step,
  setStep,
  views,
  list,
  search,
}: ListAddress & { step: Step; setStep: (step: Step) => void; views: readonly SavedView[] }) {
  const { command } = useCommand();
  const close = () => setStep('closed');
  if (step === 'save')
    return (
      <ViewDialog
        onClose={close}
        send={(fields) => command('POST', 'saved-views', { list, search: searchOfView(search), ...fields })}
        views={views.filter(({ scope }) => scope === 'me')}
      />
    );
  if (step === 'manage')
    return <ManageViewsDialog list={list} onClose={close} onRename={(rename) => setStep({ rename })} views={views} />;
  if (typeof step !== 'object') return null;
  return (
    <ViewDialog
      onClose={() => setStep('manage')}
      own={step.rename}
      send={(fields) => command('PUT', `saved-views/${step.rename.id}`, fields, { version: step.rename.version })}
      views={views.filter(({ isOwn }) => isOwn)}
    />
  );
}

function ViewMenu(place: ListAddress) {
  const { pathname } = place;
  const { act } = useAction();
  const navigate = useNavigate();
  const asOf = useAsOf();
  const { views, shown } = useViews(place);
  const [step, setStep] = useState<Step>('closed');
  const button = useFocusAfter(step === 'closed');
  const close = () => setStep('closed');
  const copy = () => {
    close();
    const link = shown ? `${window.location.origin}/admin${pathname}?view=${shown.id}` : window.location.href;
    return act(() => copyText(link), 'Link copied.');
  };
  const open = (view: SavedView) => {
    close();
    navigate(`${pathname}${view.search}`);
  };
  const itemsOf = (wanted: SavedView['scope'], title: string) => {
    const found = views.filter(({ scope }) => scope === wanted);
    return [
      found.length > 0 && (
        <T as={ListSubheader} key={wanted}>
          {title}
        </T>
      ),
      ...found.map((view) => (
        <MenuItem key={view.id} onClick={() => open(view)} selected={view === shown}>
          <span className="view-name">{view.name}</span>
          {view.isAlertOn && (
            <T as="span" className="view-note">
              Email on
            </T>
          )}
          {!view.isOwn && <span className="view-note">{view.ownerName}</span>}
        </MenuItem>
      )),
    ];
  };
  return (
    <>
      <Button aria-haspopup="menu" onClick={() => setStep('choose')} ref={button} variant="outlined">
        {shown ? <T values={{ name: shown.name }}>{'Views: %{name}'}</T> : <T>Views</T>}
      </Button>
      <Menu anchorEl={button.current} disableRestoreFocus onClose={close} open={step === 'choose'}>
        {itemsOf('me', 'Only me')}
        {itemsOf('everyone', 'Everyone')}
        {views.length > 0 && <Divider component="li" />}
        {!asOf && (
          <MenuItem onClick={() => setStep('save')}>
            <T>Save view…</T>
          </MenuItem>
        )}
        {!asOf && views.length > 0 && (
          <MenuItem onClick={() => setStep('manage')}>
            <T>Manage views…</T>
          </MenuItem>
        )}
        <MenuItem onClick={copy}>
          <T>Copy link</T>
        </MenuItem>
      </Menu>
      <StepDialog {...place} setStep={setStep} step={step} views={views} />
    </>
  );
}
