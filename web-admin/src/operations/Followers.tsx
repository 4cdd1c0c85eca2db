import { grouped } from '../format/format.ts';
import { Wide } from '../record/Wide.tsx';
import { duration, type Follower } from './operations.ts';

/** Read models and reactions: where each stands, how far behind, how quick. */
export function Followers({ followers }: { followers: readonly Follower[] }) {
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">Read models and reactions</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            {['Behind', 'Lag', 'Events', 'Events/s', 'Version'].map((label) => (
              <th className="number" key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Position</th>
          </tr>
        </thead>
        <tbody>
          {followers.map((one) => (
            <tr key={one.name}>
              <th scope="row">
                {one.name} {one.kind === 'reaction' && <span className="quiet">reaction</span>}
              </th>
              <td>
                {one.parkedKeys > 0 ? (
                  <span className="status bad">{grouped(one.parkedKeys)} parked</span>
                ) : one.behind > 0 ? (
                  <span className="status attention">catching up</span>
                ) : (
                  <span className="status good">up to date</span>
                )}
              </td>
              <td className="number">{one.behind >= 1_000 ? '1 000+' : grouped(one.behind)}</td>
              <td className="number">{one.lagMs === 0 ? '—' : duration(one.lagMs)}</td>
              <td className="number">{grouped(one.events)}</td>
              <td className="number">{grouped(one.rate)}</td>
              <td className="number">
                {one.version}
                {one.versionInCode !== one.version && ` → ${one.versionInCode}`}
              </td>
              <td className="mono">{one.position ?? 'the beginning'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
