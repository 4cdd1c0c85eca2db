import type { ReactNode } from 'react';
import { words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';

type Tone = 'good' | 'attention' | 'bad';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  current: 'good',
  Active: 'good',
  enabled: 'good',
  live: 'good',
  valid: 'good',
  Earned: 'good',
  executed: 'good',
  Paid: 'good',
  Resolved: 'good',
  Completed: 'good',
  Activated: 'good',
  done: 'good',
  recorded: 'good',
  conflict: 'attention',
  unavailable: 'bad',
  building: 'attention',
  'catching-up': 'attention',
  comparing: 'attention',
  swapping: 'attention',
  settled: 'good',
  frozen: 'attention',
  exported: 'attention',
  ready: 'good',
  closed: 'good',
  attention: 'attention',
  blocked: 'bad',
  registered: 'attention',
  planned: 'attention',
  waiting: 'attention',
  Flagged: 'attention',
  Held: 'bad',
  approved: 'attention',
  pending: 'attention',
  Pending: 'attention',
  Escalated: 'bad',
  Invited: 'attention',
  Registered: 'attention',
  suspended: 'bad',
  failed: 'bad',
  rejected: 'bad',
  disabled: 'bad',
  removed: 'bad',
};

/** Labels of states with unclear identifiers. */
const NAMES: Readonly<Record<string, string>> = { executed: 'Applied', forgotten: 'Erased' };

/** A state as text with a tint and a distinct mark, because colour alone is not accessible. */
export function StatusTag({ status }: { status: string }) {
  const say = useSay();
  const text = NAMES[status] ?? (/^[A-Z]/.test(status) ? status : words(status));
  return <span className={`status ${TONES[status] ?? 'plain'}`}>{say(text)}</span>;
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
