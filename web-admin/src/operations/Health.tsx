import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Overview } from './operations.ts';

const shown = (value: string): string => (/^\d{4}-\d\d-\d\dT/.test(value) ? instant(value) : value);

/** Dependencies of the product: availability, response time and reported details. */
export function Health({ health }: Pick<Overview, 'health'>) {
  return (
    <ul className="health">
      {health.map(({ name, ok, ms, facts }) => (
        <li key={name}>
          <span className={`status ${ok ? 'good' : 'bad'}`}>{name}</span>{' '}
          <span className="quiet">{ok ? <T values={{ ms }}>{'answers in %{ms} ms'}</T> : <T>does not answer</T>}</span>
          {facts.length > 0 && (
            <dl>
              {facts.map(([label, value]) => (
                <div key={label}>
                  <T as="dt">{label}</T>
                  <dd>{shown(value)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}
