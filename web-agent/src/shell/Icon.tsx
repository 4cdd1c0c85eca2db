const PATHS = {
  alert: 'M12 8v5m0 3.5v.01M12 3 2.5 20h19z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  coin: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-2.5-5V8h3a2.25 2.25 0 0 1 0 4.5h-3m3 0 2.5 3.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5m8-5v5',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12',
  theme: 'M12 3v18M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 3.5h4m-4 3.5h6m-6 4h6m-6 3.5h4',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  arrow: 'M5 12h14m-5-5 5 5-5 5',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon next to a word with the same meaning; never used alone, so it is hidden from screen readers. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
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
      <path d={PATHS[name]} />
    </svg>
  );
}
