import type { PolicyPreview as Preview } from '@fynbos/api/reward-policy/answers.ts';

export type { PolicyPreview as Preview } from '@fynbos/api/reward-policy/answers.ts';

import { Alert } from '@mui/material';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Effect of other terms: the agents who reach the payout minimum, and last year's rentals recalculated. */
export function PreviewNote({ preview: { payable, rewards, expiring } }: { preview: Preview }) {
  return (
    <div role="status">
      {expiring.rewards > 0 && (
        <Alert severity="warning">
          <T
            values={{
              rewards: grouped(expiring.rewards),
              cents: rand(expiring.cents),
              agents: grouped(expiring.agents),
              from: date(expiring.from),
            }}
          >
            {
              'The shorter expiry ends up to %{rewards} unpaid rewards (%{cents} nett) of %{agents} agents. It applies 60 days after its first day, at the earliest on %{from}; agents are warned 60, 30 and 7 days before.'
            }
          </T>
        </Alert>
      )}
      <p>
        <T
          values={{
            agentsNow: grouped(payable.agentsNow),
            centsNow: rand(payable.centsNow),
            agentsThen: grouped(payable.agentsThen),
            centsThen: rand(payable.centsThen),
          }}
        >
          {
            'Agents who reach the payout minimum now: %{agentsNow} with %{centsNow}; then %{agentsThen} with %{centsThen}.'
          }
        </T>
      </p>
      <p>
        <T
          values={{
            rentals: grouped(rewards.rentals),
            since: date(rewards.since),
            grossNow: rand(rewards.grossNow),
            payeNow: rand(rewards.payeNow),
            grossThen: rand(rewards.grossThen),
            payeThen: rand(rewards.payeThen),
          }}
        >
          {
            'The %{rentals} rentals invoiced since %{since}: %{grossNow} gross and %{payeNow} PAYE; under these terms %{grossThen} and %{payeThen}. Rewards that are already decided do not change.'
          }
        </T>
      </p>
    </div>
  );
}
