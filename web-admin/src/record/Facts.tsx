import { type Content, shownBy } from '../i18n/content.ts';
import { useSay } from '../i18n/use-say.ts';

const isEmpty = (value: Content): boolean => value === null || value === undefined || value === '';

/** Names and values of a record. Empty values show a dash; with `isSparse` they are left out, for what has not happened yet. */
export function Facts({
  facts,
  isSparse = false,
}: {
  facts: readonly (readonly [label: string, value: Content])[];
  isSparse?: boolean;
}) {
  const say = useSay();
  const shown = isSparse ? facts.filter(([, value]) => !isEmpty(value)) : facts;
  return (
    <dl className="facts">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{say(label)}</dt>
          <dd>{isEmpty(value) ? <span className="quiet">—</span> : shownBy(say, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
