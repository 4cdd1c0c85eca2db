/** Says why something failed, where it was tried; nothing without a text. */
export const Problem = ({ text }: { readonly text: string | null | undefined }) =>
  text && (
    <p className="note note-danger" role="alert">
      {text}
    </p>
  );
