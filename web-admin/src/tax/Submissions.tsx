import type { Submissions as SubmissionsView } from '@fynbos/api/tax/answers.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { Heading, Mono, Note } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { Field } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, grouped, instant, rand, today } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';

/** The reference and the day of a submission or cancellation at SARS. `missing`: message without a day. */
const SarsFields = ({ day, missing }: { day: string; missing: string }) => (
  <>
    <Field label={day} missing={missing} source="on" type="date" />
    <Field
      hint="As SARS states it for the submission"
      label="SARS reference"
      missing="Enter the SARS reference."
      source="reference"
    />
  </>
);

type Period = SubmissionsView[number];

const PERIOD_TITLES = { interim: 'March to August', final: 'Whole tax year' } as const;
const CONTENT_LABELS = { all: 'All certificates', changes: 'Changes only' } as const;
const FILE_COLUMNS = ['File', 'Content', 'Made', ...figures('Certificates', 'Gross', 'PAYE'), 'Submitted'];
const CORRECTED_COLUMNS = [
  'Certificate',
  'Agent',
  ...figures('Gross at SARS', 'Gross now', 'PAYE at SARS', 'PAYE now'),
];
const CANCEL_COLUMNS = ['Certificate', 'Agent', ...figures('Gross at SARS', 'PAYE at SARS'), 'Submitted'];

interface Shown {
  readonly year: number;
  readonly period: Period;
  readonly mayChange: boolean;
}

/** The files of a period, with their submission to SARS. */
const PeriodFiles = ({ year, period: { period, files }, mayChange }: Shown) => (
  <FigureTable
    caption={['Files, %{period}', { period: [PERIOD_TITLES[period]] }]}
    columns={[...FILE_COLUMNS, mayChange && 'Actions']}
    rows={files.map((file) => [
      String(file.fileNo),
      String(file.fileNo),
      [CONTENT_LABELS[file.content]],
      instant(file.madeAt),
      grouped(file.certificates),
      rand(file.grossCents),
      rand(file.payeCents),
      file.submitted
        ? ['%{day}, %{reference}', { day: date(file.submitted.on), reference: file.submitted.reference }]
        : ['Not recorded'],
      !file.submitted && (
        <ReasonButton
          fieldOf={{ submittedOn: 'on' }}
          explanation="From then on, its certificates are corrected under their number or cancelled. Another administrator must approve."
          key="record"
          label="Record submission"
          reasonHint="What shows that SARS has the file"
          send={(reason, { command }, { on, reference }) =>
            command('POST', `tax-years/${year}/submissions`, {
              period,
              fileNo: file.fileNo,
              submittedOn: on,
              reference,
              reason,
            })
          }
          size="small"
          title={['Record that file %{fileNo} was submitted?', { fileNo: file.fileNo }]}
          values={{ on: today(), reference: '' }}
          variant="text"
        >
          <SarsFields day="Submitted on" missing="Enter the day of the submission." />
        </ReasonButton>
      ),
    ])}
  />
);

const ToCorrect = ({ corrected }: Pick<Period, 'corrected'>) => (
  <>
    <T as="h3">Certificates to correct</T>
    <T as="p">Submit them again. They keep their number, so that SARS replaces the earlier figures.</T>
    <FigureTable
      caption="Certificates to correct"
      columns={CORRECTED_COLUMNS}
      rows={corrected.map(({ now, submitted: before }) => [
        now.certificateNo,
        <Mono key="no" text={now.certificateNo} />,
        <AgentLink id={now.agentId} key="agent" />,
        ...[before.grossCents, now.grossCents, before.payeCents, now.payeCents].map(rand),
      ])}
    />
  </>
);

/** Certificates that SARS has and that are no longer valid. */
const ToCancel = ({ year, period: { toCancel }, mayChange }: Shown) => (
  <>
    <T as="h3">Certificates to cancel</T>
    <T as="p">
      SARS still has these certificates, but they are no longer valid. Cancel them in e@syFile (EMP601), then record it
      here. Their numbers are not used again.
    </T>
    <FigureTable
      caption="Certificates to cancel"
      columns={CANCEL_COLUMNS}
      rows={toCancel.map(({ certificateNo, agentId, grossCents, payeCents, submittedOn }) => [
        certificateNo,
        <Mono key="no" text={certificateNo} />,
        <AgentLink id={agentId} key="agent" />,
        rand(grossCents),
        rand(payeCents),
        date(submittedOn),
      ])}
    />
    {mayChange && (
      <ReasonButton
        fieldOf={{ cancelledOn: 'on' }}
        explanation="Record only what is cancelled in e@syFile. Another administrator must approve."
        label="Record cancellation"
        reasonHint="What shows that SARS cancelled them"
        send={(reason, { command }, { on, reference }) => {
          const certificateNos = toCancel.map(({ certificateNo }) => certificateNo);
          const sent = { certificateNos, cancelledOn: on, reference, reason };
          return command('POST', `tax-years/${year}/cancellations`, sent);
        }}
        title={['Record %{count} cancelled certificates?', { count: toCancel.length }]}
        values={{ on: today(), reference: '' }}
      >
        <SarsFields day="Cancelled on" missing="Enter the day of the cancellation." />
      </ReasonButton>
    )}
  </>
);

/** One period: its files, and the certificates that SARS does not have as they are now. */
function PeriodSection({ onDone, ...shown }: Shown & { onDone: () => unknown }) {
  const translate = useTranslation();
  const { year, mayChange } = shown;
  const { period, files, submitted, added, corrected, correctedCount, toCancelCount } = shown.period;
  const isOpen = added + correctedCount + toCancelCount > 0;
  const path = `tax-years/${year}/sars.csv?period=${period}`;
  return (
    <section aria-label={translate(PERIOD_TITLES[period])}>
      <Heading>{PERIOD_TITLES[period]}</Heading>
      {submitted === 0 ? (
        <T as="p">No submission is recorded.</T>
      ) : (
        <Note
          severity={isOpen ? 'warning' : 'success'}
          values={{
            submitted: grouped(submitted),
            added: grouped(added),
            corrected: grouped(correctedCount),
            cancelled: grouped(toCancelCount),
          }}
        >
          {isOpen
            ? 'SARS has %{submitted} certificates. Not yet there: %{added} new, %{corrected} corrected. To cancel: %{cancelled}.'
            : 'SARS has all %{submitted} certificates as they are now.'}
        </Note>
      )}
      {mayChange && submitted + added === 0 && period === 'final' && <T as="p">Issue the certificates first.</T>}
      {mayChange && (submitted + added > 0 || period === 'interim') && (
        <div className="actions">
          <DownloadButton label="Make file with all certificates" onDone={onDone} path={path} />
          {submitted > 0 && added + correctedCount > 0 && (
            <DownloadButton label="Make file with changes only" onDone={onDone} path={`${path}&content=changes`} />
          )}
        </div>
      )}
      {files.length > 0 && <PeriodFiles {...shown} />}
      {correctedCount > 0 && <ToCorrect corrected={corrected} />}
      {toCancelCount > 0 && <ToCancel {...shown} />}
    </section>
  );
}

/** The files for SARS of a tax year, what SARS has, and the changes to report (T15, T16). */
export function Submissions({ year, mayChange }: { year: number; mayChange: boolean }) {
  const { data, refetch, notice } = useRead(`tax-years/${year}/submissions`, { rows: 4 });
  if (notice) return notice;
  return data.map((period) => (
    <PeriodSection key={period.period} mayChange={mayChange} onDone={refetch} period={period} year={year} />
  ));
}
