export const PATHS = {
  alert: 'M12 8v5m0 3.5v.01M12 3 2.5 20h19z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12',
  theme: 'M12 3v18M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 3.5h4m-4 3.5h6m-6 4h6m-6 3.5h4',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-7 9c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5m2.5 4c2 .8 3.5 2.500 3.500 5',
  arrow: 'M5 12h14m-5-5 5 5-5 5',
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
