import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '../i18n/t.tsx';
import { Button } from './Button.tsx';
import { focusHeading } from './focus-heading.ts';

interface Props {
  /** A sentence that names the content that failed to load. */
  readonly text: string;
  readonly onRetry: () => unknown;
}

/** States the failure and offers a retry. The focus goes from its button to the heading of the content that arrives. */
export function LoadFailed({ text, onRetry }: Props) {
  const [retries, setRetries] = useState(0);
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = note;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const section = current.closest('section');
      if (section?.querySelector('h2')) focusHeading('h2', section);
      else focusHeading('main h1');
    };
  }, []);
  const retry = async () => {
    await onRetry();
    setRetries((before) => before + 1);
  };
  return (
    <div className="note note-danger" role="alert" ref={note}>
      {/* A new element is announced again, after a retry that failed too. */}
      <p key={retries}>{text}</p>
      <p>
        <Button label={t('Try again')} variant="link" progress={t('Loading')} onPress={retry} />
      </p>
    </div>
  );
}

/** Placeholder for loading content; visible only after 200 ms. */
export function Skeleton() {
  return (
    <div className="page skeleton" role="status" aria-label={t('Loading')}>
      <i className="short" />
      <i className="tall" />
      <i className="tall" />
      <i className="tall" />
    </div>
  );
}
