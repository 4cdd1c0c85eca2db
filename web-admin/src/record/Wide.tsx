import type { ReactNode } from 'react';

/** A table wider than its page scrolls in a box of its own, by keyboard too. */
export function Wide({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot scroll what has nothing to focus on.
    <div className="scroll-x" tabIndex={0}>
      {children}
    </div>
  );
}
