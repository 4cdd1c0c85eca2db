import type { Scenarios } from '@fynbos/api/simulation/answers.ts';
import { Alert } from '@mui/material';
import { useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { WorkProgress } from '../components/states.tsx';
import { Heading, TextLink } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { grouped, rand } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';
import type { Compared } from './scenarios.ts';

const POLL_MS = 1000;
type Scenario = Scenarios[number];
type Figures = NonNullable<Scenario['figures']>;
type Count = { agents: number; cents: number };

const isRunning = ({ state }: Scenario): boolean => state === 'waiting' || state === 'running';
const counted = ({ agents, cents }: Count): Content => [
  '%{count} agent, %{amount} |||| %{count} agents, %{amount}',
  { count: agents, amount: rand(cents) },
];
const rewards = ({ rewards: count, cents }: Figures['expiring']): Content => [
  '%{count} reward, %{amount} |||| %{count} rewards, %{amount}',
  { count, amount: rand(cents) },
];

/** Rows of the comparison: the label, and the value of a scenario. */
const FIGURE_ROWS: readonly (readonly [label: string, value: (scenario: Scenario, figures: Figures) => Content])[] = [
  ['Gross', ({ totals }) => rand(totals?.assumedGrossCents)],
  ['PAYE', ({ totals }) => rand(totals?.assumedPayeCents)],
  ['Nett', ({ totals }) => rand(totals?.assumedNettCents)],
  ['Nett, change from recorded', ({ totals }) => rand((totals?.assumedNettCents ?? 0) - (totals?.nettCents ?? 0))],
  ['Agents who gain', (_, { gaining }) => counted(gaining)],
  ['Agents who lose', (_, { losing }) => counted(losing)],
  ['Expires as well', (_, { expiring }) => rewards(expiring)],
  ['No longer expires', (_, { notExpiring }) => rewards(notExpiring)],
  ['Minimum payout', ({ payoutMinimumCents }) => rand(payoutMinimumCents)],
  ['Payable now', (_, { payable }) => counted(payable)],
  ['Below the minimum', (_, { belowMinimum }) => counted(belowMinimum)],
  ['In the waiting period', (_, { cooling }) => counted(cooling)],
  ['Agents abroad without a tax treatment', (_, { untreated }) => grouped(untreated.agents)],
  ['PAYE on their unpaid rewards', (_, { untreated }) => rand(untreated.payeCents)],
  ['PAYE as non-residents', (_, { untreated }) => rand(untreated.assumedPayeCents)],
];

const nameOf = (scenarios: readonly Compared[], at: number): string => scenarios[at]?.name || String(at + 1);

const ScenarioProgress = ({ name, scenario }: { name: string; scenario: Scenario }) => (
  <WorkProgress label={['Progress of %{name}', { name }]} unit="reservations" work={scenario}>
    {name}:{' '}
  </WorkProgress>
);

/** Revenue, reward and return of each promotion, by scenario. */
function PromotionReturns({ data, scenarios }: { data: readonly Scenario[]; scenarios: readonly Compared[] }) {
  const names = new Map(
    data.flatMap(({ figures }) =>
      (figures?.promotions ?? []).map(({ promotionId, promoCode }) => [promotionId ?? '', promoCode] as const),
    ),
  );
  const value = ({ figures }: Scenario, id: string): Content => {
    const found = figures?.promotions.find(({ promotionId }) => (promotionId ?? '') === id);
    if (!found) return null;
    const { rewardCents, revenueCents } = found;
    if (rewardCents === 0) return rand(0);
    return [
      '%{reward} for %{revenue}: R%{return} a rand',
      { reward: rand(rewardCents), revenue: rand(revenueCents), return: (revenueCents / rewardCents).toFixed(2) },
    ];
  };
  return (
    <FigureTable
      caption="Budget and return of each promotion"
      columns={['Promotion', ...scenarios.map((_, at) => figure(nameOf(scenarios, at)))]}
      isTitled
      rows={[...names].map(([id, code]) => [id, code, ...data.map((scenario) => value(scenario, id))])}
    />
  );
}

interface Props {
  readonly scenarios: readonly Compared[];
  /** Warnings of each scenario, in the same order. */
  readonly warnings: readonly (readonly string[])[];
}

const Warnings = ({ scenarios, warnings }: Props) =>
  warnings.map(
    (found, at) =>
      found.length > 0 && (
        <Alert key={scenarios[at]?.id} severity="warning" variant="outlined">
          <strong>{nameOf(scenarios, at)}</strong>{' '}
          {found.map((warning) => (
            <span key={warning}>
              <T>{warning}</T>{' '}
            </span>
          ))}
        </Alert>
      ),
  );

/** A column for each scenario; "…" while it is being calculated. */
const ScenarioFigures = ({ data, scenarios }: { data: readonly Scenario[]; scenarios: readonly Compared[] }) => (
  <FigureTable
    caption="Scenarios side by side"
    columns={['Figure', ...scenarios.map((_, at) => figure(nameOf(scenarios, at)))]}
    rows={[
      ...FIGURE_ROWS.map(([label, value]): readonly [string, ...Content[]] => [
        label,
        [label],
        ...data.map((scenario) => (scenario.figures ? value(scenario, scenario.figures) : '…')),
      ]),
      [
        'details',
        ['Details and correction'],
        ...scenarios.map(({ id }) => <TextLink key={id} to={`/what-ifs/${id}`} label="Open" />),
      ],
    ]}
  />
);

export function ScenarioComparison({ scenarios, warnings }: Props) {
  const { command } = useCommand();
  const may = useMay();
  const { data, notice } = useAnswer(
    ['policy-scenarios', scenarios],
    () =>
      command('POST', 'policy-scenarios/compare', {
        scenarios: scenarios.map(({ name: _name, ...chosen }) => chosen),
      }),
    { pollMs: (latest) => (latest?.some(isRunning) ? POLL_MS : null), rows: 6 },
  );
  if (notice) return notice;
  return (
    <>
      <Heading>Comparison</Heading>
      <Warnings scenarios={scenarios} warnings={warnings} />
      {data.map(
        (scenario, at) =>
          isRunning(scenario) && (
            <ScenarioProgress key={scenario.id} name={nameOf(scenarios, at)} scenario={scenario} />
          ),
      )}
      <ScenarioFigures data={data} scenarios={scenarios} />
      <T as="p">
        Payable amounts are today’s balances with the correction of the scenario. Rewards that expire count with their
        recorded nett amount.
      </T>
      {data.every(({ figures }) => figures !== null) && <PromotionReturns data={data} scenarios={scenarios} />}
      {may('reports:see') && (
        <p>
          <TextLink to="/reward-policy" label="Request another reward policy" />
        </p>
      )}
    </>
  );
}
