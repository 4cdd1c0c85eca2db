interface Props {
  /** What could not be loaded, as a sentence. */
  readonly text: string;
  readonly onRetry: () => void;
}

/** Says what happened and offers the one thing to try. */
export function LoadFailed({ text, onRetry }: Props) {
  return (
    <div className="note note-danger" role="alert">
      <p>{text}</p>
      <p>
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      </p>
    </div>
  );
}
