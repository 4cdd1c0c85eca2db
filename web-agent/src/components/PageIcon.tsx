import { Drawing, PATHS } from './Icon.tsx';

/** Icons that only pages after the landing page need. */
const PAGE_PATHS = {
  ...PATHS,
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-7 9c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5m2.5 4c2 .8 3.5 2.500 3.500 5',
  wallet: 'M4 7v11a2 2 0 0 0 2 2h14V9H6a2 2 0 0 1 0-4h12v4m-2 5.5h.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5m8-5v5',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  share: 'M12 15V4m-4 4 4-4 4 4M5 13v7h14v-7',
  mail: 'M3 6h18v12H3zm0 1 9 6 9-6',
  qr: 'M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2h-2zm4 4h2v2h-2zm0-4h2m-6 6h2',
  flower: 'M12 20c-5 0-8-3-9-8 3 0 5 1 6 3-1-4 0-8 3-11 3 3 4 7 3 11 1-2 3-3 6-3-1 5-4 8-9 8z',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 9c0-4 3.5-6 8-6s8 2 8 6',
  bank: 'M3 9l9-5 9 5zM5 9v8m5-8v8m4-8v8m5-8v8M3 20h18',
} as const;

export type IconName = keyof typeof PAGE_PATHS;

/** As `Icon`, with the icons of the pages. */
export const PageIcon = ({ name, size }: { readonly name: IconName; readonly size?: number }) => (
  <Drawing path={PAGE_PATHS[name]} size={size} />
);
