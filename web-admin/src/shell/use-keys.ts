import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
const isChoosing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role="tablist"], [role="slider"], [role="menu"], [role="listbox"]') !== null;

/** Finds the target element of a key. An open dialog captures all keys; of two dialogs, the top one. */
function wanted(event: KeyboardEvent): HTMLElement | null {
  const root: ParentNode = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  if ((event.ctrlKey || event.metaKey) && event.key === 's') return root.querySelector<HTMLElement>('[data-save]');
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
  if (event.key === '/') return root.querySelector<HTMLElement>('[data-search]');
  if (isChoosing(event.target)) return null;
  if (event.key === 'ArrowLeft') return root.querySelector<HTMLElement>('[data-previous]');
  return event.key === 'ArrowRight' ? root.querySelector<HTMLElement>('[data-next]') : null;
}

/** Keyboard shortcuts of every page: `/` search, left and right for previous and next, Ctrl+S save. */
export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = wanted(event);
      if (!element) return;
      event.preventDefault();
      if (element.hasAttribute('data-search')) element.focus();
      else element.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
