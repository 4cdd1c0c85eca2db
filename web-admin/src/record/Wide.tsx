import type { ReactNode } from 'react';

/** Puts a wide table into a container that scrolls horizontally, also by keyboard. */
export function Wide({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot scroll what has nothing to focus on.
    <div className="scroll-x" tabIndex={0}>
      {children}
    </div>
  );
}
