import { useLayoutEffect, useRef } from 'react';

interface Props {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly wide?: boolean;
}

/** Names its action and, while the action runs, its progress. Has the focus again afterwards, which a disabled button loses. */
export function SubmitButton({ label, busyLabel, busy, disabled, wide }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [busy]);
  return (
    <button ref={button} type="submit" className={wide ? 'button button-wide' : 'button'} disabled={busy || disabled}>
      {busy ? busyLabel : label}
    </button>
  );
}
