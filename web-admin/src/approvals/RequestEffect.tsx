import type { RequestEffect as Effect } from '@fynbos/api/approvals/answers.ts';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Waiting } from '../record/states.tsx';

/** Kinds of requests with a computed effect. */
const COMPUTED: ReadonlySet<string> = new Set(['promotion.back-date']);

/** What the change would mean for agents, computed by the rules of rewards. */
export function RequestEffect({ id, kind }: { id: string; kind: string }) {
  const { data, error } = useQuery({
    queryKey: ['approval', id, 'effect'],
    queryFn: ({ signal }) => get<Effect>(`approvals/${id}/effect`, signal),
    enabled: COMPUTED.has(kind),
    throwOnError: false,
  });
  if (!COMPUTED.has(kind) || error) return null;
  return (
    <section aria-live="polite">
      <h2 className="section">
        <T>Effect</T>
      </h2>
      {data ? <Figures {...data} /> : <Waiting rows={2} />}
    </section>
  );
}

function Figures({ effect, considered }: Effect) {
  if (!effect)
    return (
      <p>
        <T values={{ count: considered ?? 0 }}>
          {'%{count} rentals could change: too many to compute here. Run a what-if analysis.'}
        </T>
      </p>
    );
  if (effect.reservations === 0)
    return (
      <p>
        <T values={{ count: considered ?? 0 }}>
          {
            'No reward changes: %{count} rental was computed again. |||| No reward changes: %{count} rentals were computed again.'
          }
        </T>
      </p>
    );
  return (
    <>
      <dl className="money">
        <div className="lead">
          <dt>
            <T>Rewards, nett</T>
          </dt>
          <dd>{rand(effect.nettCents)}</dd>
        </div>
        <div>
          <dt>
            <T>Rewards, gross</T>
          </dt>
          <dd>{rand(effect.grossCents)}</dd>
        </div>
        <div>
          <dt>
            <T>Agents</T>
          </dt>
          <dd>{grouped(effect.agents)}</dd>
        </div>
        <div>
          <dt>
            <T>Rentals</T>
          </dt>
          <dd>{grouped(effect.reservations)}</dd>
        </div>
      </dl>
      <p className="quiet">
        <T>Decided rewards change only with a recalculation, which needs its own approval.</T>
      </p>
    </>
  );
}
