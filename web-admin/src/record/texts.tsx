import { Alert, type AlertProps } from '@mui/material';
import type { ReactNode } from 'react';
import { T } from '../i18n/T.tsx';
import type { Wording } from '../i18n/wording.ts';

interface Props {
  readonly children: Wording | null | undefined;
  readonly values?: { readonly [name: string]: ReactNode | Wording };
}

/** Heading of a part of a page. */
export const Heading = (props: Props) => <T as="h2" className="section" {...props} />;

/** Says why a list or a tab has no content, and the first step. */
export const Empty = (props: Props) => <T as="p" className="empty" {...props} />;

/** A remark. */
export const Remark = (props: Props) => <T as="p" className="quiet" {...props} />;

/** A remark within a line. */
export const Quiet = (props: Props) => (
  <span className="quiet">
    <T {...props} />
  </span>
);

/** An identifier or a number in a monospaced font. */
export const Mono = ({ text }: { text: ReactNode }) => <span className="mono">{text}</span>;

/** A message of a page: `isFilled` for one that must not be missed. */
export const Note = ({
  severity,
  role,
  isFilled,
  ...text
}: Props & Pick<AlertProps, 'severity' | 'role'> & { readonly isFilled?: boolean }) => (
  <Alert {...(role && { role })} severity={severity} variant={isFilled ? 'standard' : 'outlined'}>
    <T {...text} />
  </Alert>
);
