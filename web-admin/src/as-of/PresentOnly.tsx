import type { ReactNode } from 'react';
import { Empty } from '../components/texts.tsx';
import { useAsOf } from './as-of.tsx';

/** A part without a past of a page that has one. At a past moment its figures and buttons would be today's. */
export const PresentOnly = ({ children }: { children: ReactNode }) =>
  useAsOf() === null ? children : <Empty>This part always shows the present. Go back to now to see it.</Empty>;
