import type { DutiesView } from '@fynbos/api/ledger/answers.ts';
import { Fragment } from 'react';
import { usePermissions } from 'react-admin';
import { call } from '../api/http.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { grouped, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { AdminLink } from '../record/PersonLink.tsx';
import { Heading, Note } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** `2026-Q4` → `Q4 2026`. */
const quarterText = (quarter: string): string => quarter.split('-').reverse().join(' ');

/** Pairs of duties that one person should not hold, who holds them, and the quarterly attestation (X9). */
export function Duties() {
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, refetch, notice } = useRead<DutiesView>('duties', { rows: 8 });
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
      {!isAttested && permissions?.['duties:attest'] && (
        <p>
          <ActionButton
            label="Attest the duties"
            dialog={(close) => (
              <ReasonDialog
                action="Attest"
                done="Attested."
                explanation="Confirm that you reviewed everyone who holds conflicting duties. State why this is acceptable, or what will change."
                onClose={() => {
                  close();
                  void refetch();
                }}
                send={(note) => call('POST', 'duties/attestations', { digest, note })}
                title={['Attest the duties of %{quarter}', { quarter: quarterText(quarter) }]}
              />
            )}
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
            <span key="people">
              {people.map(({ id }, at) => (
                <Fragment key={id}>
                  {at > 0 && ', '}
                  <AdminLink id={id} />
                </Fragment>
              ))}
            </span>
          ),
          [risk],
        ])}
      />
      <Heading>Attestations</Heading>
      {attestations.length === 0 ? (
        <T as="p">No attestation yet.</T>
      ) : (
        <FigureTable
          caption="Attestations"
          columns={['Quarter', 'Attested', figure('Conflicts'), 'Note']}
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
      )}
    </>
  );
}
