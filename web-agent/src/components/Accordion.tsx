import type { ReactNode } from 'react';
import { useEntryState } from '../state/entry-state.ts';
import { PageIcon } from './PageIcon.tsx';
import '../styles/accordion.css';

interface Props {
  readonly title: string;
  readonly id?: string;
  /** Whether it is open, where the page decides that. A closed one is empty then, so that unsaved secrets are gone. */
  readonly open?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

export function Accordion({ title, id, open, onToggle, children }: Props) {
  const [isOpen, setOpen] = useEntryState(id ?? title, false);
  return (
    <details
      className="accordion"
      id={id}
      onToggle={({ currentTarget }) => (onToggle ?? setOpen)(currentTarget.open)}
      open={open ?? isOpen}
    >
      <summary>
        {onToggle ? <h2>{title}</h2> : <span>{title}</span>}
        <span className="when-closed">
          <PageIcon name="plus" />
        </span>
        <span className="when-open">
          <PageIcon name="minus" />
        </span>
      </summary>
      <div className="accordion-body">{open !== false && children}</div>
    </details>
  );
}
