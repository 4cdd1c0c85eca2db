import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { useNavigate } from 'react-router-dom';

/** Areas that `g` and a letter open. */
export const AREA_KEYS: Readonly<Record<string, { readonly path: string; readonly label: string }>> = {
  d: { path: '/home', label: 'Dashboard' },
  a: { path: '/travel-agents', label: 'Travel agents' },
  r: { path: '/rewards', label: 'Rewards' },
  c: { path: '/promotions', label: 'Campaigns' },
  e: { path: '/contact-support', label: 'Enquiries' },
  p: { path: '/payouts', label: 'Payouts' },
  w: { path: '/approvals', label: 'Approvals' },
  l: { path: '/audit-log', label: 'Audit log' },
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
const isChoosing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role="tablist"], [role="slider"], [role="menu"], [role="listbox"]') !== null;
/** Whether the arrow keys scroll the table that has the focus. */
function isScrolling(target: EventTarget | null): boolean {
  const table = target instanceof HTMLElement ? target.closest('.scroll-x') : null;
  return table !== null && table.scrollWidth > table.clientWidth;
}

/** The link of the next row (`j`) or the previous row (`k`) of the list on the page. */
function rowBy(key: string): HTMLElement | null {
  if (key !== 'j' && key !== 'k') return null;
  const links = [...document.querySelectorAll<HTMLElement>('.table tbody tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('a') ?? [],
  );
  const at = links.indexOf(document.activeElement as HTMLElement);
  return links[key === 'j' ? at + 1 : Math.max(0, at - 1)] ?? null;
}

/** Finds the target element of a key. An open dialog captures all keys; of two dialogs, the top one. */
function shortcutTarget(event: KeyboardEvent): HTMLElement | null {
  const root: ParentNode = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  if ((event.ctrlKey || event.metaKey) && event.key === 's') return root.querySelector<HTMLElement>('[data-save]');
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
  if (event.key === '/') return root.querySelector<HTMLElement>('[data-search]');
  if (isChoosing(event.target)) return null;
  // A page names its own keys, for example `data-key="a"` on Approve.
  if (/^[a-z]$/.test(event.key))
    return root.querySelector<HTMLElement>(`[data-key="${event.key}"]`) ?? rowBy(event.key);
  if (isScrolling(event.target)) return null;
  if (event.key === 'ArrowLeft') return root.querySelector<HTMLElement>('[data-previous]');
  return event.key === 'ArrowRight' ? root.querySelector<HTMLElement>('[data-next]') : null;
}

/** Whether single keys are shortcuts, in this browser. Speech input types them, so they can be switched off. */
export const useSingleKeys = () => useStore<boolean>('single-keys', true);

/**
 * `/` search, left and right for previous and next, `j` and `k` for rows, Ctrl+S save, the letters of `data-key`, `g`
 * and a letter for an area, `?` for help.
 */
export function useKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  const [hasSingleKeys] = useSingleKeys();
  useEffect(() => {
    let isGoing = false;
    const press = (event: KeyboardEvent) => {
      if (!hasSingleKeys && !event.ctrlKey && !event.metaKey) return;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      const isDialogOpen = document.querySelector('[role="dialog"]') !== null;
      const to = isGoing && isPlain && !isDialogOpen ? AREA_KEYS[event.key] : undefined;
      isGoing = isPlain && event.key === 'g';
      if (to) {
        event.preventDefault();
        navigate(to.path);
        return;
      }
      if (isPlain && event.key === '?' && !isDialogOpen) {
        event.preventDefault();
        onHelp();
        return;
      }
      const element = shortcutTarget(event);
      if (!element) return;
      event.preventDefault();
      if (element.hasAttribute('data-search') || (element.closest('.table') && /^[jk]$/.test(event.key)))
        element.focus();
      else element.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, onHelp, hasSingleKeys]);
}
