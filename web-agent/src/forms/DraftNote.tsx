import { t } from '../i18n/t.tsx';

interface Props {
  readonly restored: boolean;
  readonly onDiscard: () => void;
}

/** Says that the form contains what was typed earlier, and offers to discard it. */
export function DraftNote({ restored, onDiscard }: Props) {
  if (!restored) return null;
  return (
    <p className="note draft-note" role="status">
      <span>{t('We kept what you typed earlier. Passwords and account numbers are never stored.')}</span>
      <button type="button" className="link" onClick={onDiscard}>
        {t('Discard it')}
      </button>
    </p>
  );
}
