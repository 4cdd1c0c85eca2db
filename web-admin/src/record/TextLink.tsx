import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';

/** A link in a text. `label` is translated, `text` is data. */
export function TextLink({ to, label, text }: { to: LinkProps['to']; label?: Wording; text?: ReactNode }) {
  const say = useSay();
  return (
    <Link className="text-link" to={to}>
      {label === undefined ? text : say(label)}
    </Link>
  );
}
