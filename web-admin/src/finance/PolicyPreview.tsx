import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Response of `POST /api/admin/reward-policy/preview`. Amounts in cents. */
export interface Preview {
  readonly payable: { agentsNow: number; agentsThen: number; centsNow: number; centsThen: number };
  readonly rewards: {
    rentals: number;
    since: string;
    grossNow: number;
    grossThen: number;
    payeNow: number;
    payeThen: number;
  };
}

/** Effect of other terms: the agents who reach the payout minimum, and last year's rentals recalculated. */
export function PreviewNote({ preview: { payable, rewards } }: { preview: Preview }) {
  return (
    <div role="status">
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
            'The %{rentals} rentals invoiced since %{since}: %{grossNow} gross and %{payeNow} PAYE; under these terms %{grossThen} and %{payeThen}. What is decided already stays as it is.'
          }
        </T>
      </p>
    </div>
  );
}
