import type { MonthClose } from '@fynbos/api/month-close/answers.ts';
import { Alert } from '@mui/material';
import { Fragment } from 'react';
import { useParams } from 'react-router-dom';
import type { Commands } from '../api/data-provider.ts';
import { useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { CommandButton, DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Facts, Heading, StatusTag, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, grouped, instant, monthText, rand } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';

/** A step of closing a month, with its computed state and its sign-off. */
type Step = MonthClose['steps'][number];

/** The buttons of a step: sign off, with a note where it needs attention, or withdraw the sign-off. */
function StepActions({ month, step }: { month: string; step: Step }) {
  const path = `month-closes/${month}/steps/${encodeURIComponent(step.step)}` as const;
  if (step.isSignedOff)
    return (
      <ReasonButton
        doneMessage="Sign-off withdrawn."
        explanation="The step must be signed off again before the month can close."
        label="Withdraw sign-off"
        send={(reason, { command }) => command('POST', `${path}/reopen`, { reason })}
        size="small"
        title={['Withdraw the sign-off: %{step}', { step: [step.title] }]}
        variant="text"
      />
    );
  const sign = (note: string, { command }: Commands) =>
    command('POST', `${path}/sign-off`, { digest: step.digest, note });
  if (step.state === 'attention')
    return (
      <ReasonButton
        doneMessage="Signed off."
        explanation={step.text}
        label="Sign off"
        send={sign}
        size="small"
        title={['Sign off: %{step}', { step: [step.title] }]}
      />
    );
  return (
    <CommandButton
      disabled={step.state === 'blocked'}
      doneMessage="Signed off."
      label="Sign off"
      run={(commands) => sign('', commands)}
      size="small"
      variant="outlined"
    />
  );
}

function SignOff({ step }: { step: Step }) {
  if (step.isSignedOff)
    return (
      <>
        {step.signedByName}, {instant(step.signedAt)}
        {step.note && <div className="quiet">{step.note}</div>}
      </>
    );
  return <T>Figures changed since the sign-off</T>;
}

function Owner({ found, step }: { found: MonthClose; step: Step }) {
  const translate = useTranslation();
  const { command, act, isBusy } = useCommand();
  const choose = (adminId: number) =>
    act(
      () => command('POST', `month-closes/${found.month}/steps/${encodeURIComponent(step.step)}/owner`, { adminId }),
      'Owner saved.',
    );
  const { people } = found;
  const options =
    step.owner === null || people.some(({ id }) => id === step.owner)
      ? people
      : [...people, { id: step.owner, name: step.ownerName ?? String(step.owner) }];
  return (
    <InputField
      choices={[
        ...(step.owner === null ? [['', 'No owner'] as const] : []),
        ...options.map(({ id, name }) => [id, name] as const),
      ]}
      // A disabled input would lose the focus.
      onChange={(id) => isBusy || void choose(Number(id))}
      slotProps={{
        select: { SelectDisplayProps: { 'aria-label': `${translate('Owner')}: ${translate(step.title)}` } },
      }}
      sx={{ minWidth: '10rem' }}
      value={step.owner ?? ''}
    />
  );
}

const stepRow = (step: Step, found: MonthClose, mayChange: boolean) =>
  [
    step.step,
    <TextLink key="title" to={step.page} label={step.title} />,
    <StatusTag key="state" status={step.state} />,
    <div key="text">
      <T>{step.text}</T>
      <div className="quiet">
        {step.figures.map(({ label, value }, at) => (
          <Fragment key={label}>
            {at > 0 && ' · '}
            <T>{label}</T>: {value}
          </Fragment>
        ))}
      </div>
    </div>,
    mayChange ? <Owner found={found} key="owner" step={step} /> : step.ownerName,
    (step.isSignedOff || step.isChanged) && <SignOff key="signed" step={step} />,
    mayChange ? <StepActions key="actions" month={found.month} step={step} /> : null,
  ] as const;

function LatePostings({ rows }: { rows: MonthClose['latePostings'] }) {
  return (
    <FigureTable
      caption="Posted for earlier months"
      empty="No postings for earlier months."
      columns={['Belongs to', 'Cause', ...figures('Entries', 'Gross', 'PAYE', 'Nett')]}
      rows={rows.map((row) => [
        row.id,
        row.belongsTo === null ? (
          <T key="month">An earlier payment</T>
        ) : row.isClosedMonth ? (
          <T key="month" values={{ month: monthText(row.belongsTo) }}>
            {'%{month} (closed)'}
          </T>
        ) : (
          monthText(row.belongsTo)
        ),
        <T key="cause">{row.label}</T>,
        grouped(row.entries),
        rand(row.grossCents),
        rand(row.payeCents),
        rand(row.nettCents),
      ])}
    />
  );
}

function Actions({ found }: { found: MonthClose }) {
  const { month, status, steps, waitingApprovalId } = found;
  const isClosed = status === 'closed';
  const isReady = status === 'open' && steps.every(({ isSignedOff }) => isSignedOff);
  return (
    <ReasonButton
      action={isClosed ? 'Request reopening' : 'Request closing'}
      disabled={waitingApprovalId !== null || !(isClosed || isReady)}
      doneMessage="Sent for approval."
      explanation={
        isClosed
          ? 'Every step must be signed off again. Another administrator must approve.'
          : 'Its steps can no longer change after that. Another administrator must approve.'
      }
      label={isClosed ? 'Reopen month' : 'Close month'}
      send={(reason, { command }) =>
        command('POST', `month-closes/${month}/${isClosed ? 'reopen' : 'close'}`, { reason })
      }
      title={[isClosed ? 'Reopen %{month}' : 'Close %{month}', { month: monthName(month) }]}
      variant={isClosed ? 'outlined' : 'contained'}
    />
  );
}

export default function MonthClosePage() {
  const { id: month = '' } = useParams();
  const mayChange = useMay()('months:close');
  return (
    <RecordPage
      head={(found) => ({
        about: found.status === 'open' && (
          <T values={{ done: found.steps.filter(({ isSignedOff }) => isSignedOff).length, all: found.steps.length }}>
            {'%{done} of %{all} steps are signed off. The month can be closed when all are.'}
          </T>
        ),
        actions: (
          <>
            {found.status === 'closed' && (
              <DownloadButton label="Download evidence pack" path={`month-closes/${month}/evidence.ndjson`} />
            )}
            {mayChange && <Actions found={found} />}
          </>
        ),
        status: found.status,
        title: ['Month close: %{month}', { month: monthName(month) }],
      })}
      kind="Month close"
      parent={{ to: '/month-closes', label: 'Month close' }}
      read={useRead(`month-closes/${month}`)}
    >
      {(found) => {
        const { status, waitingApprovalId, closedAt } = found;
        const isOpen = mayChange && status !== 'closed' && waitingApprovalId === null;
        return (
          <>
            {waitingApprovalId && (
              <Alert severity="info" variant="outlined">
                <TextLink
                  to={`/approvals/${waitingApprovalId}`}
                  label="A request for this month is waiting for approval."
                />
              </Alert>
            )}
            <Facts
              isSparse
              facts={[
                ['Period', ['%{from} to %{to}', { from: date(found.from), to: date(found.to) }]],
                ['Owed before', rand(found.openingCents)],
                ['Owed after', rand(found.closingCents)],
                ['Closed by', closedAt && `${found.requestedByName} / ${found.approvedByName}, ${instant(closedAt)}`],
              ]}
            />
            <FigureTable
              caption="Steps"
              columns={['Step', 'State', 'Finding', 'Owner', 'Signed off by', isOpen && 'Actions']}
              rows={found.steps.map((step) => stepRow(step, found, isOpen))}
            />
            <Heading>Posted in this month for earlier months</Heading>
            <LatePostings rows={found.latePostings} />
          </>
        );
      }}
    </RecordPage>
  );
}
