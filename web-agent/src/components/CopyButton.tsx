import { useEffect, useState } from 'react';
import { t } from '../i18n/t.tsx';
import { PageIcon } from './PageIcon.tsx';
import '../styles/copy.css';

interface Props {
  readonly text: string;
  readonly label: string;
  /** Completes the label for screen readers. */
  readonly what: string;
}

const RESULTS = { copied: t('Copied'), failed: t('Not copied') } as const;
const RESULT_SHOWN_MS = 2_000;

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label, what }: Props) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      <PageIcon name={result === 'copied' ? 'check' : 'copy'} size={18} />
      <span aria-live="polite">{result ? RESULTS[result] : label}</span>
      <span className="sr-only">{what}</span>
    </button>
  );
}
