interface Props {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly wide?: boolean;
}

/** Names its action and, while the action runs, its progress. */
export function SubmitButton({ label, busyLabel, busy, disabled, wide }: Props) {
  return (
    <button type="submit" className={wide ? 'button button-wide' : 'button'} disabled={busy || disabled}>
      {busy ? busyLabel : label}
    </button>
  );
}
