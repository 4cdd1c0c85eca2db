import { useParams } from 'react-router-dom';
import { lazily } from '../api/load-page.ts';
import { useMay } from '../api/use-may.ts';
import { useRecord } from '../as-of/use-record.ts';
import { RecordPage } from '../components/RecordPage.tsx';
import { Waiting, WorkProgress } from '../components/states.tsx';
import { Empty, Facts, HelpText } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { date, grouped, instant, rand } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import './simulation.css';
import type { Simulation } from '@fynbos/api/simulation/answers.ts';
import type { AdminBody } from '../api/http.ts';
import { ActionButton, CommandButton } from '../components/ActionButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { resultPage } from '../list/PagedResult.tsx';
import { SimulationResult } from './SimulationResult.tsx';
import { type CorrectionPreview, findingOf, isOpen, type ResultRow, titleOf } from './simulation.ts';
import { usePromotions } from './use-promotions.ts';

function SimulationProgress({ run }: { run: Simulation }) {
  const may = useMay();
  return (
    <>
      <WorkProgress label="Recalculating past rewards" unit="reservations" work={run} />
      {may('what-if:run') && (
        <CommandButton
          color="error"
          doneMessage="Cancelling…"
          label="Cancel"
          run={({ command }) => command('POST', `what-ifs/${run.id}/cancel`)}
          variant="outlined"
        />
      )}
    </>
  );
}

const REASON_CHOICES = ['Error', 'Rerated', 'Other'].map((name) => [name, name] as const);

function CorrectionDialog({ run, correction }: { run: Simulation; correction: CorrectionPreview }) {
  const isReassessed = run.definition.reassess !== null;
  return (
    <FormDialog<AdminBody<'POST', `what-ifs/${string}/correction`>>
      action="Request correction"
      doneMessage="Sent for approval."
      send={(values, { command }) => command('POST', `what-ifs/${run.id}/correction`, values)}
      title="Correct the accounts"
      values={{ reason: isReassessed ? 'Rerated' : 'Error' }}
      maxWidth="sm"
    >
      <p>
        <T
          values={{
            count: correction.reservations,
            agents: ['%{count} agent |||| %{count} agents', { count: correction.agents }],
            accounts: [
              'the account of %{count} agent |||| the accounts of %{count} agents',
              { count: correction.agents },
            ],
          }}
        >
          {isReassessed
            ? '%{count} reservation of %{agents} is recalculated. |||| %{count} reservations of %{agents} are recalculated.'
            : '%{count} entry goes to %{accounts}. |||| %{count} entries go to %{accounts}.'}
        </T>{' '}
        <T
          values={{
            gross: rand(correction.grossCents),
            paye: rand(correction.payeCents),
            nett: rand(correction.nettCents),
          }}
        >
          {
            'Total: %{gross} gross, %{paye} PAYE and %{nett} nett. Past payments do not change. Once approved, exactly these amounts are booked; if anything changes before that, nothing is booked.'
          }
        </T>
      </p>
      <Field choices={REASON_CHOICES} label="Reason" source="reason" />
      <Field
        hint="Shown in every entry and in the history."
        label="Reason for the correction"
        minRows={2}
        missing="State what is corrected and why."
        multiline
        source="text"
      />
    </FormDialog>
  );
}

/** Button that turns a simulation into an adjustment, for finance administrators and results that differ. */
function CorrectionButton({ run }: { run: Simulation }) {
  const may = useMay();
  const correction = run.totals?.correction;
  if (!may('corrections:make') || !run.hasResult || !correction || correction.reservations === 0) return null;
  return (
    <ActionButton
      label="Correct the accounts"
      dialog={<CorrectionDialog correction={correction} run={run} />}
      variant="contained"
    />
  );
}

const SimulationChart = lazily(() => import('./SimulationChart.tsx'), <Waiting rows={6} />);
const POLL_MS = 700;
/** Maximum number of months in the chart. The table shows longer results. */
const MAX_MONTHS = 24;

function MonthChart({ id }: { id: string }) {
  const { data, notice } = useAnswer(
    ['what-ifs', id, 'months'],
    (signal) => resultPage<ResultRow>(`what-ifs/${id}`, 'month', 1, MAX_MONTHS, signal),
    { rows: 6 },
  );
  if (notice) return notice;
  return (
    <div className="simulation-chart">
      <SimulationChart rows={data.rows} />
    </div>
  );
}

const amounts = (gross: number, paye: number, nett: number): Wording => [
  '%{gross} gross, %{paye} PAYE, %{nett} nett',
  { gross: rand(gross), paye: rand(paye), nett: rand(nett) },
];

function SimulationSummary({ run }: { run: Simulation }) {
  const { totals } = run;
  if (!totals) return null;
  const { correction } = totals;
  return (
    <>
      <p className="simulation-finding">
        <T>{findingOf(totals)}</T>
      </p>
      <Facts
        facts={[
          ['As it happened', amounts(totals.grossCents, totals.payeCents, totals.nettCents)],
          [
            'Under the assumed terms',
            amounts(totals.assumedGrossCents, totals.assumedPayeCents, totals.assumedNettCents),
          ],
          [
            'Correction amount',
            [
              '%{amounts}, for %{agents} of %{count} agent |||| %{amounts}, for %{agents} of %{count} agents',
              {
                amounts: amounts(correction.grossCents, correction.payeCents, correction.nettCents),
                agents: grouped(correction.agents),
                count: totals.agents,
              },
            ],
          ],
          ['Data as of', instant(run.asOf)],
        ]}
      />
      <HelpText>
        Unpaid rewards are taxed on the payment date, so a correction books no additional PAYE for them. Rewards on hold
        are not owed, so they are not corrected.
      </HelpText>
      {run.hasResult ? (
        <>
          <MonthChart id={run.id} />
          <SimulationResult id={run.id} />
        </>
      ) : (
        <Empty>The details were stored for a week and have expired. Run the analysis again to see them.</Empty>
      )}
    </>
  );
}

export default function SimulationPage() {
  const { id = '' } = useParams();
  const { codeOf } = usePromotions();
  return (
    <RecordPage
      head={(run) => ({
        about: (
          <T
            values={{
              from: date(run.definition.from),
              to: date(run.definition.to),
              askedByName: run.askedByName,
              askedAt: instant(run.askedAt),
            }}
          >
            {'Rentals invoiced from %{from} to %{to}. Requested by %{askedByName}, %{askedAt}.'}
          </T>
        ),
        actions: <CorrectionButton run={run} />,
        status: run.state,
        title: titleOf(run.definition, codeOf),
      })}
      kind="What if"
      parent={{ to: '/what-ifs', label: 'What if' }}
      read={useRecord('what-ifs', id, (latest) => (latest && isOpen(latest) ? POLL_MS : null))}
    >
      {(run) => (
        <>
          {isOpen(run) && <SimulationProgress run={run} />}
          {run.state === 'cancelled' && <Empty>The analysis was cancelled. Run it again to see results.</Empty>}
          {run.state === 'failed' && (
            <Empty values={{ error: [run.error ?? ''] }}>
              {'The analysis failed (%{error}). Nothing was changed; run it again.'}
            </Empty>
          )}
          {run.state === 'done' && <SimulationSummary run={run} />}
        </>
      )}
    </RecordPage>
  );
}
