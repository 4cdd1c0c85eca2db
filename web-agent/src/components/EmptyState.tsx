import type { ReactNode } from 'react';
import { Protea } from './Logo.tsx';

/** Says what will be here and how it gets there. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="empty">
      <Protea size={56} />
      <p>
        <strong>{title}</strong>
      </p>
      <div className="quiet stack-tight">{children}</div>
    </div>
  );
}
