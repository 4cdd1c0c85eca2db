import { PROGRAMME } from '../settings.ts';

const PETALS = [-58, 58, -34, 34, 0];

/** The programme's mark, a protea seen from the side. `size` in pixels. */
export const Protea = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true" focusable="false">
    <path className="logo-leaf" d="M18 34C10 33 4 29 2 22c7 0 13 4 16 12zm0 0c8-1 14-5 16-12-7 0-13 4-16 12z" />
    {PETALS.map((angle) => (
      <path
        key={angle}
        className={Math.abs(angle) === 34 ? 'logo-petal-back' : 'logo-petal'}
        d="M18 30c-5-6-5-16 0-25 5 9 5 19 0 25z"
        transform={`rotate(${angle} 18 30)`}
      />
    ))}
  </svg>
);

export const Logo = () => (
  <span className="logo">
    <Protea size={36} />
    <span>{PROGRAMME}</span>
  </span>
);
