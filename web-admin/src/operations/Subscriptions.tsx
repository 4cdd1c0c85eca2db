import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Wide } from '../record/Wide.tsx';
import { duration, type Subscription } from './operations.ts';

/** Read models and reactions: position, lag and speed of each subscription. */
export function Subscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">
          <T>Read models and reactions</T>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <T>Name</T>
            </th>
            <th scope="col">
              <T>State</T>
            </th>
            {['Behind', 'Lag', 'Events', 'Events/s', 'Version'].map((label) => (
              <th className="number" key={label} scope="col">
                <T>{label}</T>
              </th>
            ))}
            <th scope="col">
              <T>Position</T>
            </th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((one) => (
            <tr key={one.name}>
              <th scope="row">
                {one.name}{' '}
                {one.kind === 'reaction' && (
                  <span className="quiet">
                    <T>reaction</T>
                  </span>
                )}
              </th>
              <td>
                {one.parkedKeys > 0 ? (
                  <span className="status bad">
                    <T values={{ parkedKeys: grouped(one.parkedKeys) }}>{'%{parkedKeys} blocked'}</T>
                  </span>
                ) : one.behind > 0 ? (
                  <span className="status attention">
                    <T>catching up</T>
                  </span>
                ) : (
                  <span className="status good">
                    <T>up to date</T>
                  </span>
                )}
              </td>
              <td className="number">{one.behind >= 1_000 ? '1 000+' : grouped(one.behind)}</td>
              <td className="number">{one.lagMs === 0 ? '—' : <T>{duration(one.lagMs)}</T>}</td>
              <td className="number">{grouped(one.events)}</td>
              <td className="number">{grouped(one.rate)}</td>
              <td className="number">
                {one.version}
                {one.versionInCode !== one.version && ` → ${one.versionInCode}`}
              </td>
              <td className="mono">{one.position ?? <T>the beginning</T>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
