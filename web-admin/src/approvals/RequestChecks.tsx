import type { CorrectionChecks as Checks, RequestEffect as Effect } from '@fynbos/api/approvals/answers.ts';
import { AgentLink } from '../components/person-links.tsx';
import { Facts, Figures, Heading, HelpText } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { amountInWords } from '../format/amount-in-words.ts';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Kinds of requests with a computed effect. */
const KINDS_WITH_EFFECT: ReadonlySet<string> = new Set(['promotion.back-date']);

export function RequestEffect({ id, kind }: { id: string; kind: string }) {
  const { data, error, notice } = useRead(KINDS_WITH_EFFECT.has(kind) ? `approvals/${id}/effect` : null, { rows: 2 });
  if (!KINDS_WITH_EFFECT.has(kind) || error) return null;
  return (
    <section aria-live="polite">
      <Heading>Effect</Heading>
      {data ? <EffectFigures {...data} /> : notice}
    </section>
  );
}

function EffectFigures({ effect, considered }: Effect) {
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
      <Figures
        figures={[
          ['Rewards, nett', rand(effect.nettCents)],
          ['Rewards, gross', rand(effect.grossCents)],
          ['Agents', grouped(effect.agents)],
          ['Rentals', grouped(effect.reservations)],
        ]}
      />
      <HelpText>Decided rewards change only with a recalculation, which needs its own approval.</HelpText>
    </>
  );
}

type Risk = NonNullable<Checks['agent']>['risks'][number];

const RISK_LABELS: Readonly<Record<Risk, string>> = {
  'no-payment': 'The agent has not been paid before.',
  'changed-account': 'The bank details changed within 30 days.',
  'shared-account': 'Another agent entered the same account.',
  'above-history': 'The amount is at least three times the average payment.',
  repeated: 'The account was corrected within a year.',
  'on-hold': 'Payments to the agent are on hold.',
};

/** What the approver of a correction should look at: the amount in words, the agent, and the risks. */
export function CorrectionChecks({ id, kind }: { id: string; kind: string }) {
  const isCorrection = kind === 'account.correction';
  const { data, error, notice } = useRead(isCorrection ? `approvals/${id}/checks` : null);
  if (!isCorrection || error) return null;
  return (
    <section aria-live="polite">
      <Heading>Checks before approval</Heading>
      {data ? <CheckedCorrection {...data} /> : notice}
    </section>
  );
}

function CheckedCorrection({ grossCents, agent }: Checks) {
  return (
    <>
      <T as="p" values={{ gross: rand(grossCents), words: amountInWords(grossCents) }}>
        {'The correction is %{gross} gross: %{words}.'}
      </T>
      {agent && (
        <>
          {agent.risks.length === 0 ? (
            <T as="p">No check found a risk.</T>
          ) : (
            <ul>
              {agent.risks.map((risk) => (
                <li key={risk}>
                  <T>{RISK_LABELS[risk]}</T>
                  {risk === 'shared-account' &&
                    agent.sharedWith.map((each) => (
                      <span key={each}>
                        {' '}
                        <AgentLink id={each} />
                      </span>
                    ))}
                </li>
              ))}
            </ul>
          )}
          <Facts
            facts={[
              ['Agent', <AgentLink id={agent.agentId} key="agent" />],
              ['Tracking number', agent.loyaltyTrackingNo],
              ['Account', agent.accountEnding && `${agent.bankName} …${agent.accountEnding}`],
              ['Balance now', rand(agent.balanceCents)],
              ['Payments so far', grouped(agent.payments)],
              ['Average payment, gross', agent.averageGrossCents !== null && rand(agent.averageGrossCents)],
              ['Last paid', date(agent.lastPaidOn)],
              ['Corrections within a year', grouped(agent.corrections)],
            ]}
          />
        </>
      )}
    </>
  );
}
