import type { PolicyPreview as Preview } from '@fynbos/api/reward-policy/answers.ts';
import { Note } from '../components/texts.tsx';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Effect of other terms: the agents who reach the payout minimum, and last year's rentals recalculated. */
export function PreviewNote({ preview: { payable, rewards, expiring } }: { preview: Preview }) {
  return (
    <div role="status">
      {expiring.rewards > 0 && (
        <Note
          severity="warning"
          values={{
            rewards: ['%{count} unpaid reward |||| %{count} unpaid rewards', { count: expiring.rewards }],
            cents: rand(expiring.cents),
            agents: ['%{count} agent |||| %{count} agents', { count: expiring.agents }],
            from: date(expiring.from),
          }}
          isFilled
        >
          {
            'The shorter expiry ends about %{rewards} (%{cents} nett) of %{agents}, counted by invoice date. It applies 60 days after its first day, on %{from} at the earliest. Agents are warned 60, 30 and 7 days before.'
          }
        </Note>
      )}
      <T
        as="p"
        values={{
          agentsNow: grouped(payable.agentsNow),
          centsNow: rand(payable.centsNow),
          agentsThen: grouped(payable.agentsThen),
          centsThen: rand(payable.centsThen),
        }}
      >
        {
          'Agents above the payout minimum: %{agentsNow} with %{centsNow} now, %{agentsThen} with %{centsThen} after the change.'
        }
      </T>
      <T
        as="p"
        values={{
          rentals: ['%{count} rental |||| %{count} rentals', { count: rewards.rentals }],
          since: date(rewards.since),
          grossNow: rand(rewards.grossNow),
          payeNow: rand(rewards.payeNow),
          grossThen: rand(rewards.grossThen),
          payeThen: rand(rewards.payeThen),
        }}
      >
        {
          '%{rentals} invoiced since %{since}: %{grossNow} gross and %{payeNow} PAYE, compared with %{grossThen} and %{payeThen} under these terms. Decided rewards do not change.'
        }
      </T>
    </div>
  );
}
