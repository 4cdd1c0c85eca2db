import type { AgentChallenges } from '../../api/types.ts';
import { rand, shortRand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';

/** The agent's tier, what is missing to the next one, and all tiers. */
export function TierCard({ tier, tiers }: Pick<AgentChallenges, 'tier' | 'tiers'>) {
  const { name, nettCents, next } = tier;
  return (
    <section className="tier" aria-labelledby="tier">
      <div className="tier-now">
        <h2 id="tier">{t('Your tier')}</h2>
        <p className="tier-name">{name}</p>
        <p>
          <T text="%{nett} nett in the last 12 months." nett={<span className="money">{rand(nettCents)}</span>} />{' '}
          {next ? (
            <T
              text="%{amount} more to %{name}."
              amount={<strong className="money">{rand(next.fromCents - nettCents)}</strong>}
              name={next.name}
            />
          ) : (
            t('This is the highest tier.')
          )}
        </p>
        {next && <progress max={next.fromCents} value={Math.max(0, nettCents)} aria-labelledby="tier" />}
      </div>
      <ol className="tiers">
        {tiers.map((one) => (
          <li key={one.name} aria-current={one.name === name ? 'step' : undefined}>
            <span>{one.name}</span>
            <span className="tabular">
              {one.fromCents === 0 ? t('From the start') : t('From %{from}', { from: shortRand(one.fromCents) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
