import type { ReactNode } from 'react';
import { PageIcon } from './PageIcon.tsx';
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
          <PageIcon name="plus" />
        </span>
        <span className="when-open">
          <PageIcon name="minus" />
        </span>
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  );
}
