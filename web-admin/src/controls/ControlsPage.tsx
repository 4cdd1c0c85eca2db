import { pageOfRecord } from '@fynbos/domain/audit/record-kinds.ts';
import { Fragment } from 'react';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { AdminLink } from '../components/person-links.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Joined, Note, Tag, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { grouped, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { dayBefore, Period, usePeriod } from '../ledger/Period.tsx';

/** `2026-Q4` → `Q4 2026`. */
const quarterText = (quarter: string): string => quarter.split('-').reverse().join(' ');

/** Pairs of duties that one person should not hold, who holds them, and the quarterly attestation (X9). */
function Duties() {
  const may = useMay();
  const { data, notice } = useRead('duties', { rows: 8 });
  if (notice) return notice;
  const { quarter, digest, isAttested, conflicts, attestations } = data;
  return (
    <>
      <T as="p">Pairs of duties that one person should not hold, and the administrators who hold both.</T>
      <Note severity={isAttested ? 'success' : 'warning'} values={{ quarter: quarterText(quarter) }}>
        {isAttested
          ? 'The duties of %{quarter} are attested.'
          : 'The duties of %{quarter} are not attested, or have changed since.'}
      </Note>
      {!isAttested && may('duties:attest') && (
        <p>
          <ReasonButton
            action="Attest"
            doneMessage="Attested."
            explanation="Confirm that you reviewed everyone who holds conflicting duties. State why this is acceptable, or what will change."
            label="Attest the duties"
            send={(note, { command }) => command('POST', 'duties/attestations', { digest, note })}
            title={['Attest the duties of %{quarter}', { quarter: quarterText(quarter) }]}
            variant="contained"
          />
        </p>
      )}
      <FigureTable
        caption="Conflicting duties"
        columns={['Duties', 'Held by', 'Risk']}
        rows={conflicts.map(({ conflict, title, risk, people }) => [
          conflict,
          [title],
          people.length === 0 ? (
            <T key="none">No administrator</T>
          ) : (
            <Joined key="people">
              {people.map(({ id }) => (
                <AdminLink id={id} key={id} />
              ))}
            </Joined>
          ),
          [risk],
        ])}
      />
      <FigureTable
        caption="Attestations"
        isTitled
        columns={['Quarter', 'Attested', figure('Conflicts'), 'Note']}
        empty="No attestations yet."
        rows={attestations.map(({ quarter: of, note, isOwn, attestedAt, attestedBy, conflicts: count }) => [
          attestedAt,
          quarterText(of),
          <span key="by">
            <AdminLink id={attestedBy.id} />, {instant(attestedAt)}
            {isOwn && (
              <div className="quiet">
                <T>Holds conflicting duties</T>
              </div>
            )}
          </span>,
          grouped(count),
          <span key="note">{note}</span>,
        ])}
      />
    </>
  );
}

const COLUMNS = ['When', 'Who', 'What'];
const APPROVED_COLUMNS = ['When', 'Requested by', 'What', 'Reason', 'Approved by', 'Approver’s reason'];

/** What a finding says, linked to the page of its record for those who may open it. */
function FindingLink({ subject, what }: { subject: string; what: string }) {
  const mayOpen = useMayOpen();
  const page = pageOfRecord(subject);
  return page && mayOpen(page) ? <TextLink to={page} text={what} /> : what;
}

/** Names of the administrators of a finding; the server sends their ids, or a description. */
const AdminNames = ({ by }: { by: string }) => (
  <Joined>
    {by.split(', ').map((each) => {
      const id = /^(?:admin )?(\d+)$/.exec(each)?.[1];
      return <Fragment key={each}>{id ? <AdminLink id={Number(id)} /> : each}</Fragment>;
    })}
  </Joined>
);

/** Findings of the internal controls, and the changes with an approval: requester, approver and both reasons. */
function Findings() {
  const [days, setDays] = usePeriod({ from: dayBefore(90), to: dayBefore(0) });
  const { data, notice } = useRead('controls', { query: days, rows: 8 });
  const withFindings = data?.controls.filter(({ found }) => found > 0) ?? [];
  const withoutFindings = data?.controls.filter(({ found }) => found === 0) ?? [];
  return (
    <>
      <T as="p">Exceptions to the control rules, and every change that another administrator approved.</T>
      <Period days={days} onChange={setDays} />
      <p>
        <DownloadButton label="Export CSV" path={`reports/controls.csv?${new URLSearchParams({ ...days })}`} />
      </p>
      {notice}
      <div className="record-panels">
        {withFindings.map(({ control, label, found }) => {
          const findings = (data?.findings ?? []).filter((finding) => finding.control === control);
          const isApproved = findings.some(({ approvedBy }) => approvedBy);
          const isExplained = findings.some(({ reason }) => reason);
          return (
            <Panel
              aside={
                <Tag tone="attention" values={{ count: found }}>
                  {'%{count} finding |||| %{count} findings'}
                </Tag>
              }
              key={control}
              title={label}
            >
              <FigureTable
                caption={label}
                columns={isApproved ? APPROVED_COLUMNS : isExplained ? [...COLUMNS, 'Reason'] : COLUMNS}
                rows={findings.map(({ at, by, subject, what, reason, ...people }) => [
                  `${at} ${what} ${subject}`,
                  instant(at),
                  <AdminNames by={people.requestedBy ?? by} key="by" />,
                  <FindingLink key="what" subject={subject} what={what} />,
                  ...(isApproved || isExplained ? [(people.approvedBy ? people.requestReason : reason) ?? ''] : []),
                  ...(isApproved
                    ? [<AdminNames by={people.approvedBy ?? ''} key="approver" />, people.approvalReason ?? '']
                    : []),
                ])}
              />
            </Panel>
          );
        })}
        {withoutFindings.length > 0 && (
          <Panel aside={<Tag tone="good">No findings</Tag>} title="Controls without findings">
            <ul>
              {withoutFindings.map(({ control, label }) => (
                <T as="li" key={control}>
                  {label}
                </T>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}

export default function ControlsPage() {
  return (
    <>
      <PageHead title="Controls" />
      <RecordTabs
        label="Controls"
        tabs={{
          findings: <Findings />,
          duties: (
            <PresentOnly>
              <Duties />
            </PresentOnly>
          ),
        }}
      />
    </>
  );
}
