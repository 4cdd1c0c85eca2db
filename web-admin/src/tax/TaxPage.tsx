import type { TaxYear } from '@fynbos/api/tax/answers.ts';
import { taxYearOf } from '@fynbos/domain/calendar.ts';
import { Alert } from '@mui/material';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { AgentLink, TextWithAgentNames } from '../components/person-links.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { grouped, rand, today, words } from '../format/format.ts';
import { listed, T } from '../i18n/T.tsx';
import { PagedTable } from '../list/PagedTable.tsx';
import { Certificates } from './Certificates.tsx';
import { EmployerReconciliations, MonthlyReturns, TaxMonths } from './MonthlyReturns.tsx';
import { Preflight, SarsRules } from './SarsRules.tsx';
import { Submissions } from './Submissions.tsx';

const SIDES = [
  ['certificates', 'Certificates', 'Certificates, gross', 'Certificates, PAYE'],
  ['months', 'Months of payment', 'Months, gross', 'Months, PAYE'],
  ['paid', 'Paid by this system', 'Paid, gross', 'Paid, PAYE'],
  ['lines', 'Payout lines', 'Lines, gross', 'Lines, PAYE'],
] as const;

/** Compares certificates, months and payout lines to the cent, and lists every agent who differs. */
function Reconciliation({ reconciliation }: Pick<TaxYear, 'reconciliation'>) {
  const { totals, rows, differences, negative, agents } = reconciliation;
  return (
    <>
      <Alert severity={differences === 0 ? 'success' : 'warning'} variant="outlined">
        {differences === 0 ? (
          <T values={{ count: agents }}>
            {'The %{count} agent agrees to the cent. |||| All %{count} agents agree to the cent.'}
          </T>
        ) : (
          <T values={{ differences: grouped(differences), count: agents }}>
            {
              '%{differences} of %{count} agent differs. Until certificates are issued, every agent differs. |||| %{differences} of %{count} agents differ. Until certificates are issued, every agent differs.'
            }
          </T>
        )}
      </Alert>
      {negative.length > 0 && (
        <T as="p" values={{ agents: <TextWithAgentNames text={`agents ${negative.join(', ')}`} /> }}>
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
        <PagedTable
          caption="Agents who differ"
          columns={['Agent', ...SIDES.flatMap(([, , gross, paye]) => figures(gross, paye))]}
          isTitled
          rows={rows.map((row) => [
            String(row.agentId),
            <AgentLink id={row.agentId} key="agent" />,
            ...SIDES.flatMap(([side]) => [rand(row[`${side}Gross`]), rand(row[`${side}Paye`])]),
          ])}
        />
      )}
    </>
  );
}

function Completeness({ completeness }: Pick<TaxYear, 'completeness'>) {
  const { agents, incomplete, rows } = completeness;
  if (incomplete === 0)
    return (
      <T as="p" values={{ count: agents }}>
        {
          'No details are missing for the %{count} agent who was paid in this tax year or has a balance. |||| No details are missing for the %{count} agents who were paid in this tax year or have a balance.'
        }
      </T>
    );
  return (
    <>
      <T as="p" values={{ incomplete: grouped(incomplete), count: agents }}>
        {
          'Details that a certificate needs are missing for %{incomplete} of %{count} agent who was paid or has a balance. |||| Details that a certificate needs are missing for %{incomplete} of %{count} agents who were paid or have a balance.'
        }
      </T>
      <PagedTable
        caption="Missing details"
        columns={['Agent', 'Missing']}
        rows={rows.map(({ agentId, missing }) => [
          String(agentId),
          <AgentLink id={agentId} key="agent" />,
          listed(missing.map(words)),
        ])}
      />
    </>
  );
}

const YEARS_BACK = 6;

/** Returns the current tax year (rule M5): 1 March to the end of February, named by the year in which it ends. */
const currentTaxYear = (): number => taxYearOf(today());

/** Button that issues the certificates of a tax year, after an approval. */
function IssueButton({ year }: { year: number }) {
  const isOver = year < currentTaxYear();
  return (
    <ReasonButton
      destructive={!isOver}
      doneMessage="Submitted for approval."
      explanation={
        isOver
          ? 'Agents without a certificate get one. Where figures have changed, a later version replaces it. Another administrator must approve.'
          : 'The tax year is not over. Agents see these certificates at once, and every later payment makes another version necessary. Issue them only for agents who leave, or for the interim reconciliation. Another administrator must approve.'
      }
      label="Issue certificates"
      send={(reason, { command }) => command('POST', `tax-years/${year}/certificates`, { reason })}
      title={['Issue the tax certificates of %{year}?', { year }]}
      variant="contained"
    />
  );
}

const tabsOf = (data: TaxYear, year: number, mayChange: boolean) => ({
  months: (
    <>
      <TaxMonths months={data.months} />
      <MonthlyReturns amendmentCount={data.amendmentCount} amendments={data.amendments} emp201={data.emp201} />
    </>
  ),
  reconciliation: (
    <>
      <PresentOnly>
        <EmployerReconciliations year={year} />
      </PresentOnly>
      <Heading>Agents</Heading>
      <Reconciliation reconciliation={data.reconciliation} />
    </>
  ),
  certificates: <Certificates mayFetch={mayChange} year={year} />,
  'submission-to-sars': (
    <PresentOnly>
      <Submissions mayChange={mayChange} year={year} />
    </PresentOnly>
  ),
  'missing-details': (
    <>
      <Completeness completeness={data.completeness} />
      <PresentOnly>
        <Preflight year={year} />
        <SarsRules mayChange={mayChange} />
      </PresentOnly>
    </>
  ),
});

export default function TaxPage() {
  const may = useMay();
  const navigate = useNavigate();
  const asOf = useAsOf();
  const { id } = useParams();
  const { search } = useLocation();
  const year = Number(id ?? currentTaxYear());
  const { data, notice } = useRead(`tax-years/${year}`, { asOf, rows: 8 });
  const mayChange = !asOf && may('tax:change');
  return (
    <>
      <PageHead
        actions={
          <>
            <InputField
              label="Tax year"
              onChange={(value) => navigate({ pathname: `/tax-years/${value}`, search })}
              size="small"
              value={year}
              choices={Array.from({ length: YEARS_BACK }, (_, back) => currentTaxYear() - back).map(
                (each) => [each, each] as const,
              )}
            />
            {mayChange && <IssueButton key={year} year={year} />}
          </>
        }
        title={['Tax year %{year}', { year }]}
      />
      {notice}
      {data && (
        <>
          <Alert severity="info" variant="outlined">
            {data.notice}
          </Alert>
          <RecordTabs key={year} label="Tax year" tabs={tabsOf(data, year, mayChange)} />
        </>
      )}
    </>
  );
}
