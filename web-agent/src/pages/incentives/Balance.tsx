import { Link } from 'react-router-dom';
import type { Overview } from '../../api/types.ts';
import { Amounts } from '../../format/Amounts.tsx';
import { dayName } from '../../format/date.ts';
import { rand, shortRand } from '../../format/money.ts';
import './balance.css';

/** Shows the balance, the distance to the next payout and what blocks it. Reserves its space while it loads. */
export function Balance({ overview }: { readonly overview: Overview | undefined }) {
  if (!overview) return <div className="balance balance-empty" aria-hidden="true" />;
  const { balanceCents, payoutMinimumCents, blockers } = overview;
  const reached = balanceCents >= payoutMinimumCents;
  return (
    <section className="balance" aria-labelledby="balance">
      <div className="stack-tight">
        <h2 id="balance">Next payout</h2>
        <p className="balance-sum tabular">
          {rand(balanceCents)} <span>of {shortRand(payoutMinimumCents)}</span>
        </p>
        <progress
          max={payoutMinimumCents}
          value={Math.max(0, Math.min(balanceCents, payoutMinimumCents))}
          aria-labelledby="balance"
        />
        <p>{sentence(overview, reached)}</p>
        {blockers.length > 0 && (
          <div className="note note-warning">
            <h3>What stands in its way</h3>
            <ul className="blockers">
              {blockers.map(({ code, text, href }) => (
                <li key={code}>{href ? <Link to={href}>{text}</Link> : text}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Amounts
        className="sums"
        of={[
          { name: 'Earned, not yet paid', text: rand(overview.earnedCents) },
          { name: 'Pending', text: rand(overview.pendingCents) },
          { name: 'Paid so far', text: rand(overview.paidCents) },
          { name: 'Expired', text: rand(overview.expiredCents) },
        ]}
      />
    </section>
  );
}

function sentence(overview: Overview, reached: boolean): string {
  const { balanceCents, payoutMinimumCents, blockers, onTheWay } = overview;
  if (onTheWay) {
    const sum = `${rand(onTheWay.nettCents)} of it`;
    const day = dayName(onTheWay.payDate);
    return onTheWay.isApproved
      ? `${sum} is on its way to your bank account already, planned for ${day}.`
      : `${sum} is set aside in a payout that is being prepared for ${day}.`;
  }
  if (balanceCents < 0)
    return `${rand(-balanceCents)} was taken back after a payout. Your next rewards fill it up first.`;
  if (!reached) return `${rand(payoutMinimumCents - balanceCents)} more until you are paid.`;
  if (blockers.length === 0) return 'It goes out with the next payout run.';
  const things = blockers.length === 1 ? 'One more thing is' : `${blockers.length} more things are`;
  return `You have reached the minimum. ${things} needed.`;
}
