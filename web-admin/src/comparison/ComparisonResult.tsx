import { Link } from 'react-router-dom';
import { grouped, instant, monthText, rand } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';
import { type FigureColumn, FigureTable, figure, figures } from '../record/FigureTable.tsx';
import { PagedResult } from '../record/PagedResult.tsx';
import { ActorName } from '../record/PersonLink.tsx';
import type { ComparedRow, Step } from './comparison.ts';

const TABS = {
  'By promotion': 'promotion',
  'By agent': 'agent',
  'By reservation': 'reservation',
  'Single entries': 'entry',
} as const;

const NETT = figure('Nett');
const OTHER_AMOUNTS: readonly FigureColumn[] = figures('Gross', 'PAYE');
const ENTRIES = figure('Entries');

const agentOf = ({ agentId, agentName, loyaltyTrackingNo }: ComparedRow): Content => (
  <Link className="text-link" key="agent" to={`/travel-agents/${agentId}?tab=Rewards`}>
    {agentName ?? <T>Erased agent</T>}
    {loyaltyTrackingNo && <> · {loyaltyTrackingNo}</>}
  </Link>
);
const reservationOf = ({ reservationNo }: ComparedRow): Content =>
  reservationNo ? (
    <Link className="text-link mono" key="reservation" to={`/rewards/${encodeURIComponent(reservationNo)}`}>
      {reservationNo}
    </Link>
  ) : null;
const entriesOf = ({ entries = 0 }: ComparedRow): Content => grouped(entries);

interface View {
  readonly columns: readonly FigureColumn[];
  cellsOf(row: ComparedRow, labelOf: (cause: string) => string): readonly Content[];
}

const VIEWS: Readonly<Record<keyof typeof TABS, View>> = {
  'By promotion': {
    columns: ['Promotion', ENTRIES],
    cellsOf: (row) => [row.promoCode ?? <T key="none">No promotion: payouts and corrections</T>, entriesOf(row)],
  },
  'By agent': {
    columns: ['Agent', ENTRIES],
    cellsOf: (row) => [agentOf(row), entriesOf(row)],
  },
  'By reservation': {
    columns: ['Reservation', 'Agent', 'Promotion', 'Month', 'Causes'],
    cellsOf: (row, labelOf) => [
      reservationOf(row),
      agentOf(row),
      row.promoCode,
      row.month && monthText(row.month),
      (row.causes ?? '').split(' ').map((cause) => (
        <T as="div" key={cause}>
          {labelOf(cause)}
        </T>
      )),
    ],
  },
  'Single entries': {
    columns: ['Recorded', 'Cause', 'Agent', 'Reservation', 'By', 'Reason'],
    cellsOf: (row, labelOf) => [
      instant(row.recordedAt),
      <T key="cause">{labelOf(row.cause ?? '')}</T>,
      agentOf(row),
      reservationOf(row),
      <ActorName actor={row.by ?? ''} key="by" />,
      row.reason,
    ],
  },
};

/** The changes by promotion, agent and reservation, and the single entries. */
export function ComparisonResult({ id, bridge }: { id: string; bridge: readonly Step[] }) {
  const labelOf = (cause: string) => bridge.find((step) => step.cause === cause)?.label ?? cause;
  return (
    <PagedResult<ComparedRow, keyof typeof TABS>
      empty="No entries."
      label="Changes"
      name="comparison"
      path={`comparisons/${id}`}
      tabs={TABS}
    >
      {(rows, tab) => {
        const { columns, cellsOf } = VIEWS[tab];
        return (
          <FigureTable
            caption={tab}
            // Nett is next to the name, so that a phone shows it without scrolling.
            columns={[...columns.slice(0, 1), NETT, ...columns.slice(1), ...OTHER_AMOUNTS]}
            rows={rows.map((row) => {
              const [name, ...cells] = cellsOf(row, labelOf);
              return [row.id, name, rand(row.nettCents), ...cells, rand(row.grossCents), rand(row.payeCents)];
            })}
          />
        );
      }}
    </PagedResult>
  );
}
