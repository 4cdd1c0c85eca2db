import type { RequestEffect as Effect } from '@fynbos/api/approvals/answers.ts';
import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Heading, Remark } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** Kinds of requests with a computed effect. */
const COMPUTED: ReadonlySet<string> = new Set(['promotion.back-date']);

/** What the change would mean for agents, computed by the rules of rewards. */
export function RequestEffect({ id, kind }: { id: string; kind: string }) {
  const { data, error, notice } = useRead<Effect>(COMPUTED.has(kind) ? `approvals/${id}/effect` : null, { rows: 2 });
  if (!COMPUTED.has(kind) || error) return null;
  return (
    <section aria-live="polite">
      <Heading>Effect</Heading>
      {data ? <Figures {...data} /> : notice}
    </section>
  );
}

function Figures({ effect, considered }: Effect) {
  if (!effect)
    return (
      <T as="p" values={{ count: considered ?? 0 }}>
        {'%{count} rentals could change: too many to compute here. Run a what-if analysis.'}
      </T>
    );
  if (effect.reservations === 0)
    return (
      <T as="p" values={{ count: considered ?? 0 }}>
        {
          'No reward changes: %{count} rental was computed again. |||| No reward changes: %{count} rentals were computed again.'
        }
      </T>
    );
  return (
    <>
      <dl className="money">
        <div className="lead">
          <T as="dt">Rewards, nett</T>
          <dd>{rand(effect.nettCents)}</dd>
        </div>
        <div>
          <T as="dt">Rewards, gross</T>
          <dd>{rand(effect.grossCents)}</dd>
        </div>
        <div>
          <T as="dt">Agents</T>
          <dd>{grouped(effect.agents)}</dd>
        </div>
        <div>
          <T as="dt">Rentals</T>
          <dd>{grouped(effect.reservations)}</dd>
        </div>
      </dl>
      <Remark>Decided rewards change only with a recalculation, which needs its own approval.</Remark>
    </>
  );
}
