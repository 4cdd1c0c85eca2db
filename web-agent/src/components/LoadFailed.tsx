import { t } from '../i18n/t.tsx';
import { Button } from './Button.tsx';

interface Props {
  /** A sentence that names the content that failed to load. */
  readonly text: string;
  readonly onRetry: () => void;
}

/** States the failure and offers a retry. */
export function LoadFailed({ text, onRetry }: Props) {
  return (
    <div className="note note-danger" role="alert">
      <p>{text}</p>
      <p>
        <Button label={t('Try again')} variant="link" onPress={onRetry} />
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
