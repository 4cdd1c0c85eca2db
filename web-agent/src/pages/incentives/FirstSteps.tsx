import { Link } from 'react-router-dom';
import type { Overview } from '../../api/types.ts';
import { CopyButton } from '../../shell/CopyButton.tsx';

interface Props {
  readonly overview: Overview | undefined;
  readonly loyaltyTrackingNo: string;
}

type Sums = Pick<Overview, 'earnedCents' | 'pendingCents' | 'paidCents' | 'expiredCents' | 'balanceCents'>;

/** Whether no rental of the agent has earned, or could earn, anything yet. */
export const isNew = ({ earnedCents, pendingCents, paidCents, expiredCents, balanceCents }: Sums): boolean =>
  [earnedCents, pendingCents, paidCents, expiredCents, balanceCents].every((cents) => cents === 0);

/** What a new agent does to earn the first reward. */
export function FirstSteps({ overview, loyaltyTrackingNo }: Props) {
  if (!overview || !isNew(overview)) return null;
  return (
    <section className="card stack" aria-labelledby="first-steps">
      <h2 id="first-steps">Earn your first reward</h2>
      <ol className="first-steps">
        <li>
          <strong>Copy your tracking number.</strong> A reservation without it earns nothing.{' '}
          <CopyButton text={loyaltyTrackingNo} label="Copy number" what="the loyalty tracking number" />
        </li>
        <li>
          <strong>Choose a promotion code.</strong> The offers are under <a href="#earn-more">How can I earn More?</a>,
          and <Link to="/agent/calculator">What would I earn?</Link> compares them.
        </li>
        <li>
          <strong>Add both to the reservation.</strong> The reward appears here after your client’s rental is invoiced.
        </li>
      </ol>
    </section>
  );
}
