import { Link } from 'react-router-dom';
import { exactInstant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { ListedEvent } from './events.ts';

/** Events as a table; each row is a card on a phone. */
export function EventRows({ events }: { events: readonly ListedEvent[] }) {
  const say = useSay();
  return (
    <div className="table-frame">
      <table aria-label={say('Events')} className="records">
        <thead>
          <tr>
            {['Recorded', 'Event', 'Stream', 'Revision', 'Who'].map((label) => (
              <th className={label === 'Revision' ? 'number' : undefined} key={label} scope="col">
                <T>{label}</T>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map(({ id, type, streamId, revision, recordedAt, actor }) => (
            <tr key={id}>
              <th className="first" scope="row">
                <Link to={`/events/${id}`}>{exactInstant(recordedAt)}</Link>
              </th>
              <td data-label="Event">
                <T>{words(type)}</T>
              </td>
              <td className="mono" data-label="Stream">
                {streamId}
              </td>
              <td className="number" data-label="Revision">
                {revision}
              </td>
              <td data-label="Who">{actor.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
