import { Fragment } from 'react';

/** A long word, such as an e-mail address, that breaks only after `@` and dots. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@.])/).map((part, at) => (
    <Fragment key={String(at)}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
