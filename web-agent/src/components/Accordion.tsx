import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import '../styles/accordion.css';

interface Props {
  readonly title: string;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A question that expands; shows a plus when closed, a minus when open. */
export function Accordion({ title, id, children }: Props) {
  return (
    <details className="accordion" id={id}>
      <summary>
        <span>{title}</span>
        <span className="when-closed">
          <Icon name="plus" />
        </span>
        <span className="when-open">
          <Icon name="minus" />
        </span>
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  );
}
