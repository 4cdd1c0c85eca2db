import type { Overview } from '../../api/types.ts';
import { type Amount, Amounts } from '../../components/Amounts.tsx';
import { Link } from '../../components/Link.tsx';
import { type Loaded, LoadState } from '../../components/load-state.tsx';
import { dayName } from '../../format/date.ts';
import { rand, shortRand } from '../../format/money.ts';
import { serverText, T, t } from '../../i18n/t.tsx';
import './balance.css';

/** When and where it is paid, what blocks it, what it consists of. Reserves its space while it loads. */
export function Balance({ of }: { readonly of: Loaded<Overview> }) {
  const { data: overview } = of;
  if (!overview)
    return (
      <LoadState
        of={of}
        text={t('Your balance could not be loaded. Your rewards are safe.')}
        placeholder={
          <div className="balance balance-empty" aria-hidden="true">
            <div className="skeleton">
              <i className="short" />
              <i className="tall" />
            </div>
          </div>
        }
      />
    );
  const { balanceCents, payoutMinimumCents, isMinimumWaived, blockers, onTheWay } = overview;
  const isReached = onTheWay !== null || balanceCents >= (isMinimumWaived ? 1 : payoutMinimumCents);
  return (
    <section className="balance" aria-labelledby="balance">
      <div className="stack-tight">
        <h2 id="balance">{t('Next payout')}</h2>
        <p className="figure">
          {rand(onTheWay?.nettCents ?? balanceCents)}{' '}
          {!isReached && <span>{t('of %{payoutMinimum}', { payoutMinimum: shortRand(payoutMinimumCents) })}</span>}
        </p>
        {!isReached && (
          <progress max={payoutMinimumCents} value={Math.max(0, balanceCents)} aria-labelledby="balance" />
        )}
        <p>{payoutText(overview, isReached)}</p>
        {overview.account && (
          <p className="quiet">
            <T
              text="Into %{bankName}, account ending in %{ending}"
              bankName={overview.account.bankName}
              ending={<span className="tabular">{overview.account.ending}</span>}
            />
          </p>
        )}
        <Blockers blockers={blockers} />
      </div>
      <BalanceParts overview={overview} />
    </section>
  );
}

/** What blocks the payout, with links to the pages that resolve it. */
function Blockers({ blockers }: Pick<Overview, 'blockers'>) {
  if (blockers.length === 0) return null;
  return (
    <div className="note note-warning">
      <h3>{t('Before we can pay you')}</h3>
      <ul className="bullets">
        {blockers.map(({ code, text, href }) => (
          <li key={code}>{href ? <Link to={href}>{serverText(text)}</Link> : serverText(text)}</li>
        ))}
      </ul>
    </div>
  );
}

/** What the balance consists of, and what comes before and after it. */
const BalanceParts = ({ overview }: { readonly overview: Overview }) => (
  <div className="stack-tight">
    <Amounts
      className="sums"
      of={[
        { name: t('Available'), text: rand(overview.earnedCents) },
        ...corrections(overview),
        { name: t('Pending'), text: rand(overview.pendingCents) },
        { name: t('Paid so far'), text: rand(overview.paidCents) },
        ...(overview.expiredCents === 0 ? [] : [{ name: t('Expired'), text: rand(overview.expiredCents) }]),
      ]}
    />
    {overview.pendingCents > 0 && (
      <p className="quiet">
        {t('Pending: the rental is on hold, for example after an accident. You earn the reward once that is resolved.')}
      </p>
    )}
  </div>
);

/** Corrections of paid rewards that the next payout includes: the balance is the earned rewards plus these. */
const corrections = ({ balanceCents, earnedCents }: Overview): Amount[] =>
  balanceCents === earnedCents ? [] : [{ name: t('Corrections'), text: rand(balanceCents - earnedCents) }];

/** Obstacles that end by themselves. */
const SELF_CLEARING_OBSTACLES: readonly string[] = ['BankAccountCooling', 'ContactChanged'];

function payoutText(overview: Overview, isReached: boolean): string {
  const { balanceCents, payoutMinimumCents, blockers, onTheWay } = overview;
  if (onTheWay) {
    const { isApproved, nettCents, payDate } = onTheWay;
    const [sum, day] = [rand(nettCents), dayName(payDate)];
    const payment = isApproved
      ? t('Your payout of %{sum} is on its way. Expected %{day}.', { sum, day })
      : t('%{sum} is scheduled for payment on %{day}.', { sum, day });
    if (nettCents >= balanceCents) return payment;
    return `${payment} ${t('The other %{rest} is paid with a later payout.', { rest: rand(balanceCents - nettCents) })}`;
  }
  if (balanceCents < 0)
    return t('%{amount} was reversed after it was paid out. Your next rewards will cover it first.', {
      amount: rand(-balanceCents),
    });
  if (!isReached) return t('Earn %{amount} more to get paid.', { amount: rand(payoutMinimumCents - balanceCents) });
  if (blockers.length === 0) return t('You’ll be paid with the next payout.');
  const next = blockers.every(({ code }) => SELF_CLEARING_OBSTACLES.includes(code))
    ? t('You don’t need to do anything: we pay you after the time below.')
    : t('We can pay you once this point is resolved. |||| We can pay you once these %{count} points are resolved.', {
        count: blockers.length,
      });
  if (balanceCents < payoutMinimumCents) return next;
  return `${t('You’ve reached %{minimum}.', { minimum: shortRand(payoutMinimumCents) })} ${next}`;
}

/** Warns next to the balance that part of it expires soon. The payouts page lists the rewards concerned. */
export function ExpiresSoon({ expiring }: Pick<Overview, 'expiring'>) {
  if (!expiring) return null;
  return (
    <p className="note note-warning">
      <T
        text="%{nett} of your balance expires soon, starting on %{firstOn}, unless it’s paid out first. %{link}"
        nett={rand(expiring.nettCents)}
        firstOn={dayName(expiring.firstOn)}
        link={<Link to="/agent/payouts">{t('See which rewards, and what to do')}</Link>}
      />
    </p>
  );
}
