import { Alert } from '@mui/material';
import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figure, figures } from '../record/FigureTable.tsx';
import { AgentLink, NamedText } from '../record/PersonLink.tsx';
import type { ReconciliationView } from '../tax/tax.ts';

const SIDES = [
  ['certificates', 'Certificates'],
  ['months', 'Months of payment'],
  ['paid', 'Paid by this system'],
  ['lines', 'Payout lines'],
] as const;

/** Compares certificates, months and payout lines to the cent, and lists every agent who differs. */
export function Reconciliation({ reconciliation }: { reconciliation: ReconciliationView }) {
  const { totals, rows, differences, negative, agents } = reconciliation;
  return (
    <>
      <Alert severity={differences === 0 ? 'success' : 'warning'} variant="outlined">
        {differences === 0 ? (
          <T values={{ agents: grouped(agents) }}>{'All %{agents} agents agree to the cent.'}</T>
        ) : (
          <T values={{ differences: grouped(differences), agents: grouped(agents) }}>
            {'%{differences} of %{agents} agents differ. Before certificates are issued, all agents do.'}
          </T>
        )}
      </Alert>
      {negative.length > 0 && (
        <T as="p" values={{ agents: <NamedText text={`agents ${negative.join(', ')}`} /> }}>
          {'Agents with a negative year get no certificate: %{agents}.'}
        </T>
      )}
      <FigureTable
        caption="Totals of the year"
        columns={['Side', ...figures('Gross', 'PAYE')]}
        rows={SIDES.map(([side, label]) => [
          side,
          <T key="label">{label}</T>,
          rand(totals[`${side}Gross`]),
          rand(totals[`${side}Paye`]),
        ])}
      />
      {rows.length > 0 && (
        <FigureTable
          caption="Agents who differ (gross)"
          columns={['Agent', ...SIDES.map(([, label]) => figure(label))]}
          isCaptionShown
          rows={rows.map((row) => [
            String(row.agentId),
            <AgentLink id={row.agentId} key="agent" />,
            ...SIDES.map(([side]) => rand(row[`${side}Gross`])),
          ])}
        />
      )}
    </>
  );
}
