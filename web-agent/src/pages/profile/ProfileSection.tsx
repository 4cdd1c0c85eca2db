import { type ReactNode, useId } from 'react';
import { Icon } from '../../components/Icon.tsx';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One section of the accordion. A closed section is unmounted, so an unsaved secret is discarded. */
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
