interface Props {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly wide?: boolean;
}

/** Says what it does and, while it does it, that it does. */
export function SubmitButton({ label, busyLabel, busy, disabled, wide }: Props) {
  return (
    <button type="submit" className={wide ? 'button button-wide' : 'button'} disabled={busy || disabled}>
      {busy ? busyLabel : label}
    </button>
  );
}
