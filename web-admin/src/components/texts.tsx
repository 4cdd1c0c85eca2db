import { Alert, type AlertProps } from '@mui/material';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { words } from '../format/format.ts';
import { type Content, T, translatedContent, useTranslation, type Wording } from '../i18n/T.tsx';
import { STATUS_TONES, type Status, type Tone } from './status-tones.ts';
import './texts.css';

/** A link in a text. `label` is translated, `text` is data. */
export function TextLink({ to, label, text }: { to: LinkProps['to']; label?: Wording; text?: ReactNode }) {
  const translate = useTranslation();
  return (
    <Link className="text-link" to={to}>
      {label === undefined ? text : translate(label)}
    </Link>
  );
}

/** A long word, such as an email address, that breaks only after `@` and dots. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@.])/).map((part, at) => (
    <Fragment key={String(at)}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** Elements with commas between them. */
export const Joined = ({ children }: { children: readonly ReactElement[] }) => (
  <span>
    {children.map((each, at) => (
      <Fragment key={each.key}>
        {at > 0 && ', '}
        {each}
      </Fragment>
    ))}
  </span>
);

/** Why the server refused an item: a line per problem, with the path of its field. */
export const Notes = ({ notes }: { notes: readonly { readonly path: string; readonly message: string }[] }) => (
  <div>
    {notes.map(({ path, message }) => (
      <div key={path}>
        {path && <span className="mono">{path} </span>}
        <T>{message}</T>
      </div>
    ))}
  </div>
);

const isEmpty = (value: Content): boolean => value === null || value === undefined || value === '' || value === false;

/** A value of a fact or a cell, or a dash for none. A row that is a card on a phone leaves out cells with a dash. */
export function Value({ value }: { value: Content }) {
  const translate = useTranslation();
  return isEmpty(value) ? <span className="quiet nothing">—</span> : translatedContent(translate, value);
}

/** Empty values show a dash; with `isSparse` they are left out, for what has not happened yet. */
export function Facts({
  facts,
  isSparse = false,
}: {
  facts: readonly (readonly [label: string, value: Content])[];
  isSparse?: boolean;
}) {
  const translate = useTranslation();
  const shown = isSparse ? facts.filter(([, value]) => !isEmpty(value)) : facts;
  return (
    <dl className="facts">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{translate(label)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Amounts and what belongs to them, of which the first is large. An empty value is left out. */
export function Figures({ figures }: { figures: readonly (readonly [label: string, value: Content])[] }) {
  const translate = useTranslation();
  return (
    <dl className="money">
      {figures
        .filter(([, value]) => !isEmpty(value))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{translate(label)}</dt>
            <dd>{translatedContent(translate, value)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Labels of states with unclear identifiers. */
const STATUS_LABELS: Readonly<Partial<Record<Status, string>>> = { executed: 'Applied', forgotten: 'Erased' };

/** A state as text with a tint and a distinct mark, because colour alone is not accessible. */
export function StatusTag({ status }: { status: Status }) {
  const translate = useTranslation();
  const text = STATUS_LABELS[status] ?? (/^[A-Z]/.test(status) ? status : words(status));
  return <span className={`status ${STATUS_TONES[status]}`}>{translate(text)}</span>;
}

/** A result in words, with the tint and mark of its tone. */
export const Tag = ({
  tone,
  ...text
}: {
  tone: Tone;
  children: Wording;
  values?: { readonly [name: string]: ReactNode | Wording };
}) => (
  <span className={`status ${tone}`}>
    <T {...text} />
  </span>
);

interface Props {
  readonly children: Wording | null | undefined;
  readonly values?: { readonly [name: string]: ReactNode | Wording };
}

export const Heading = (props: Props) => <T as="h2" className="section" {...props} />;

/** Says why a list or a tab has no content, and the first step. */
export const Empty = (props: Props) => <T as="p" className="empty" {...props} />;

export const HelpText = (props: Props) => <T as="p" className="quiet" {...props} />;

/** A remark within a line. */
export const MutedText = (props: Props) => (
  <span className="quiet">
    <T {...props} />
  </span>
);

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
