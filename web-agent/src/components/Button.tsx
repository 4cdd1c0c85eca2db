import { type ButtonHTMLAttributes, useState } from 'react';

type Attributes = 'disabled' | 'aria-expanded' | 'aria-controls' | 'aria-pressed';

export interface ButtonProps extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, Attributes> {
  readonly label: string;
  /** Completes the label for screen readers. */
  readonly about?: string;
  readonly variant?: 'plain' | 'danger' | 'on-deep' | 'link';
  /** In a dialog: gets the focus when the dialog opens. */
  readonly hasFocus?: boolean;
  /** Announced until the promise of `onPress` settles. */
  readonly progress?: string;
  /** Until a promise settles, the button shows that it works and ignores presses. The banner shows why it failed. */
  readonly onPress: () => unknown;
}

export function Button({ label, about, variant, hasFocus, progress, onPress, ...attributes }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = (): void => {
    const result = !busy && onPress();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    void result.catch(() => undefined).finally(() => setBusy(false));
  };
  return (
    <>
      <button
        {...attributes}
        type="button"
        className={variant === 'link' ? 'link' : variant ? `button button-${variant}` : 'button'}
        aria-busy={busy || undefined}
        data-autofocus={hasFocus}
        onClick={press}
      >
        {label} {about && <span className="sr-only">{about}</span>}
      </button>
      {progress && (
        <span className="sr-only" role="status">
          {busy && progress}
        </span>
      )}
    </>
  );
}
