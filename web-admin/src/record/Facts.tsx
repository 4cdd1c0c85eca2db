import { type Content, shownBy } from '../i18n/content.ts';
import { useSay } from '../i18n/use-say.ts';

/** Names and values of a record. Empty values show a dash. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: Content])[] }) {
  const say = useSay();
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{say(label)}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? (
              <span className="quiet">—</span>
            ) : (
              shownBy(say, value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
