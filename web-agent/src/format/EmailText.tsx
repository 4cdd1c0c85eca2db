import { Fragment } from 'react';

/** An email address that breaks after the @ and before dots, not within a word. */
export const EmailText = ({ email }: { readonly email: string }) =>
  email.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
