import { Alert } from '@mui/material';
import { usePermissions } from 'react-admin';
import { useParams, useSearchParams } from 'react-router-dom';
import { call } from '../api/http.ts';
import { InputField } from '../form/InputField.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { Reconciliation } from '../reconciliation/Reconciliation.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { Certificates } from './Certificates.tsx';
import { Completeness } from './Completeness.tsx';
import { EmployerReconciliations } from './EmployerReconciliations.tsx';
import { MonthlyReturns } from './MonthlyReturns.tsx';
import { Preflight } from './Preflight.tsx';
import { SarsRules } from './SarsRules.tsx';
import { Submissions } from './Submissions.tsx';
import { TaxMonths } from './TaxMonths.tsx';
import type { TaxYear } from './tax.ts';

const TABS = ['Months', 'Reconciliation', 'Certificates', 'Submission to SARS', 'Missing details'] as const;
const YEARS_BACK = 6;

/** Returns the current tax year (rule M5): 1 March to the end of February, named by the year in which it ends. */
const currentTaxYear = (): number => {
  const there = new Date(Date.now() + 2 * 3_600_000);
  return there.getUTCFullYear() + (there.getUTCMonth() >= 2 ? 1 : 0);
};

/** A tax year: PAYE by month of payment, its reconciliation, certificates and the file for SARS. */
export default function TaxPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  const [search, setSearch] = useSearchParams();
  const asOf = useAsOf();
  const { id } = useParams();
  const year = Number(search.get('year') ?? id ?? currentTaxYear());
  const tab = TABS.find((name) => name === search.get('tab')) ?? TABS[0];
  const change = (field: string, value: string) => setSearch({ ...Object.fromEntries(search), [field]: value });
  const { data, notice } = useRead<TaxYear>(`tax-years/${year}`, { asOf, rows: 8 });
  const mayChange = !asOf && Boolean(permissions?.['tax:change']);
  return (
    <>
      <PageHead
        actions={
          <>
            <InputField
              label="Tax year"
              onChange={(value) => change('year', value)}
              size="small"
              value={year}
              choices={Array.from({ length: YEARS_BACK }, (_, back) => currentTaxYear() - back).map(
                (each) => [each, each] as const,
              )}
            />
            {mayChange && (
              <ActionButton
                label="Issue certificates"
                dialog={(close) => (
                  <ReasonDialog
                    action="Issue certificates"
                    explanation={
                      year >= currentTaxYear()
                        ? 'The tax year is not over. Agents see these certificates at once, and every later payment makes another version necessary. Issue them only for agents who leave, or for the interim reconciliation. A second person must approve.'
                        : 'Agents without a certificate get one. Where figures have changed, a later version replaces it. A second person must approve.'
                    }
                    destructive={year >= currentTaxYear()}
                    onClose={close}
                    done="Submitted for approval."
                    send={(reason) => call('POST', `tax-years/${year}/certificates`, { reason })}
                    title={['Issue the tax certificates of %{year}?', { year }]}
                  />
                )}
                variant="contained"
              />
            )}
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
          <RecordTabs label="Tax year" names={TABS} onChoose={(name) => change('tab', name)} tab={tab}>
            {tab === 'Months' && (
              <>
                <TaxMonths months={data.months} />
                <MonthlyReturns amendments={data.amendments} emp201={data.emp201} />
              </>
            )}
            {tab === 'Reconciliation' && (
              <>
                {!asOf && <EmployerReconciliations year={year} />}
                <Heading>Agents</Heading>
                <Reconciliation reconciliation={data.reconciliation} />
              </>
            )}
            {tab === 'Certificates' && <Certificates mayFetch={mayChange} year={year} />}
            {tab === 'Submission to SARS' && <Submissions mayChange={mayChange} year={year} />}
            {tab === 'Missing details' && (
              <>
                <Completeness completeness={data.completeness} />
                <Preflight year={year} />
                <SarsRules mayChange={mayChange} />
              </>
            )}
          </RecordTabs>
        </>
      )}
    </>
  );
}
