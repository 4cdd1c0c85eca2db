export const PATHS = {
  alert: 'M12 8v5m0 3.5v.01M12 3 2.5 20h19z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;

interface Props<Name> {
  readonly name: Name;
  readonly size?: number;
}

/** An icon of the shell and of the landing page; `PageIcon` has the others. */
export const Icon = ({ name, size }: Props<keyof typeof PATHS>) => <Drawing path={PATHS[name]} size={size} />;

/** An icon next to a word with the same meaning; never used alone, so it is hidden from screen readers. */
export function Drawing({ path, size = 20 }: { readonly path: string; readonly size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
