import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import '../styles/dialog.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Called by Escape and the close button. Without it, the person must answer the dialog. */
  readonly onClose?: () => void;
  readonly alert?: boolean;
}

/**
 * A native `<dialog>`: the page behind it is inert, Escape closes it and the focus returns. Initial focus:
 * `data-autofocus`, else the first control.
 */
export function Dialog({ title, children, onClose, alert }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element?.close();
      // After the commit: the button that opened the dialog may be disabled until then.
      setTimeout(() => returnFocus(before));
    };
  }, []);
  return (
    <dialog
      className="dialog"
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

function returnFocus(to: Element | null): void {
  if (!document.querySelector('dialog[open]') && to instanceof HTMLElement && to.isConnected) to.focus();
}
