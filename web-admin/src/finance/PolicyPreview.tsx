import { date, grouped, rand } from '../format/format.ts';

/** What `POST /api/admin/reward-policy/preview` answers. Cents. */
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

/** What other terms would mean: who reaches the payout minimum, and the last year's rentals under them. */
export function PreviewNote({ preview: { payable, rewards } }: { preview: Preview }) {
  return (
    <div role="status">
      <p>
        Agents who reach the payout minimum now: {grouped(payable.agentsNow)} with {rand(payable.centsNow)}; then{' '}
        {grouped(payable.agentsThen)} with {rand(payable.centsThen)}.
      </p>
      <p>
        The {grouped(rewards.rentals)} rentals invoiced since {date(rewards.since)}: {rand(rewards.grossNow)} gross and{' '}
        {rand(rewards.payeNow)} PAYE; under these terms {rand(rewards.grossThen)} and {rand(rewards.payeThen)}. What is
        decided already stays as it is.
      </p>
    </div>
  );
}
