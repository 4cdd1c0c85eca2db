import { Link } from 'react-router-dom';
import type { Overview } from '../../api/types.ts';
import { type Amount, Amounts } from '../../format/Amounts.tsx';
import { dayName } from '../../format/date.ts';
import { rand, shortRand } from '../../format/money.ts';
import './balance.css';

/** Shows the balance, when and where it is paid, and what blocks the payout. Reserves its space while it loads. */
export function Balance({ overview }: { readonly overview: Overview | undefined }) {
  if (!overview) return <div className="balance balance-empty" aria-hidden="true" />;
  const { balanceCents, payoutMinimumCents, blockers } = overview;
  const reached = balanceCents >= payoutMinimumCents;
  return (
    <section className="balance" aria-labelledby="balance">
      <div className="stack-tight">
        <h2 id="balance">Next payout</h2>
        <p className="balance-sum money">
          {rand(balanceCents)} {!reached && <span>of {shortRand(payoutMinimumCents)}</span>}
        </p>
        {!reached && <progress max={payoutMinimumCents} value={Math.max(0, balanceCents)} aria-labelledby="balance" />}
        <p>{sentence(overview, reached)}</p>
        {overview.account && (
          <p className="quiet">
            Into {overview.account.bankName}, account ending in{' '}
            <span className="tabular">{overview.account.ending}</span>
          </p>
        )}
        {blockers.length > 0 && (
          <div className="note note-warning">
            <h3>Before we can pay you</h3>
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
          { name: 'Available', text: rand(overview.earnedCents) },
          ...corrections(overview),
          { name: 'Pending', text: rand(overview.pendingCents) },
          { name: 'Paid so far', text: rand(overview.paidCents) },
          ...(overview.expiredCents === 0 ? [] : [{ name: 'Expired', text: rand(overview.expiredCents) }]),
        ]}
      />
    </section>
  );
}

/** Corrections of paid rewards that the next payout includes: the balance is the earned rewards plus these. */
const corrections = ({ balanceCents, earnedCents }: Overview): Amount[] =>
  balanceCents === earnedCents ? [] : [{ name: 'Corrections', text: rand(balanceCents - earnedCents) }];

function sentence(overview: Overview, reached: boolean): string {
  const { balanceCents, payoutMinimumCents, blockers, onTheWay } = overview;
  if (onTheWay) {
    const [sum, day] = [rand(onTheWay.nettCents), dayName(onTheWay.payDate)];
    return onTheWay.isApproved
      ? `Your payout of ${sum} is on its way. Expected ${day}.`
      : `${sum} is scheduled for payment on ${day}.`;
  }
  if (balanceCents < 0)
    return `${rand(-balanceCents)} was reversed after it was paid out. Your next rewards will cover it first.`;
  if (!reached) return `Earn ${rand(payoutMinimumCents - balanceCents)} more to get paid.`;
  if (blockers.length === 0) return 'You’ll be paid with the next payout.';
  const things = blockers.length === 1 ? 'One thing is' : `${blockers.length} things are`;
  return `You’ve reached ${shortRand(payoutMinimumCents)}. ${things} left to do before we can pay you.`;
}
