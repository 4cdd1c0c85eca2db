import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  readonly isGood: boolean;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A page that says whether something counts: a confirmed address, a verified document. */
export const ResultCard = ({ isGood, title, text, children }: Props) => (
  <div className="card stack">
    <Icon name={isGood ? 'check' : 'alert'} size={40} />
    <div className="stack-tight" role="status">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
    {children}
  </div>
);
