import type { ReactNode } from 'react';

/** Names and values of a record; what is empty shows a dash. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="quiet">—</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
