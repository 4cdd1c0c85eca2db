import { useTimedText } from './use-timed-text.ts';

export interface Outcome {
  readonly kind: 'success' | 'danger';
  readonly text: string;
}

interface Props {
  readonly outcome: Outcome | null;
  readonly onGone: () => void;
}

/** The result line below a form. A success disappears after two seconds unless it has the pointer or the focus. */
export function FormMessage({ outcome, onGone }: Props) {
  const hold = useTimedText(outcome?.kind === 'success' ? outcome.text : null, onGone);
  return (
    <div role="status" {...hold}>
      {outcome && <p className={outcome.kind === 'danger' ? 'note note-danger' : 'note'}>{outcome.text}</p>}
    </div>
  );
}
