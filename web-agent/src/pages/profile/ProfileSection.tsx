import { type ReactNode, useId } from 'react';
import { Icon } from '../../shell/Icon.tsx';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One of the accordion's sections. What is closed is not there, so an unsaved secret does not linger. */
export function ProfileSection({ title, open, onToggle, children }: Props) {
  const id = useId();
  return (
    <section className="accordion">
      <h2 className="accordion-head">
        <button type="button" className="accordion-button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          {title}
          <Icon name={open ? 'minus' : 'plus'} />
        </button>
      </h2>
      <div id={id} className="accordion-body" hidden={!open}>
        {open && children}
      </div>
    </section>
  );
}
