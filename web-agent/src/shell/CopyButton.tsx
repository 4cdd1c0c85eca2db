import { useEffect, useState } from 'react';
import { PageIcon } from './PageIcon.tsx';
import '../styles/copy.css';

interface Props {
  readonly text: string;
  readonly label: string;
  /** Completes the label for screen readers. */
  readonly what: string;
}

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label, what }: Props) {
  const [result, setResult] = useState<'Copied' | 'Not copied' | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('Copied');
    } catch {
      setResult('Not copied');
    }
  };
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      <PageIcon name={result === 'Copied' ? 'check' : 'copy'} size={18} />
      <span aria-live="polite">{result ?? label}</span>
      <span className="sr-only"> {what}</span>
    </button>
  );
}
