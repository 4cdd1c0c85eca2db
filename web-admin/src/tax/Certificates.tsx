import type { Certificate } from '@fynbos/api/tax/answers.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton, DownloadButton, useClose } from '../components/ActionButton.tsx';
import { FigureTable, figure, figures } from '../components/FigureTable.tsx';
import { AgentLink, useTextWithAgentNames } from '../components/person-links.tsx';
import { useRead } from '../components/use-read.tsx';
import { DialogFrame } from '../form/FormDialog.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, rand } from '../format/format.ts';
import { asPart, listed, T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';

/** Every issued version of a certificate with its document. Withdrawn and replaced versions are marked. */
function CertificateVersions({
  certificate: { id, type, taxYear, agentId },
  mayFetch,
}: {
  certificate: Certificate;
  mayFetch: boolean;
}) {
  const close = useClose();
  const name = useTextWithAgentNames(`${type} ${taxYear}, agent ${agentId}`);
  const { data, notice } = useRead(`certificates/${id}/versions`, { rows: 3 });
  return (
    <DialogFrame title={['Versions of %{name}', { name }]} maxWidth="md">
      <DialogContent>
        {notice}
        {data && (
          <FigureTable
            caption={['Versions of %{name}', { name }]}
            columns={[figure('Version'), 'Issued', ...figures('Gross', 'PAYE'), 'State', mayFetch && 'Document']}
            rows={data.map(
              ({ version, certificateNo, issuedAt, grossCents, payeCents, copies, supersededBy, withdrawnOn }) => [
                certificateNo,
                version,
                date(issuedAt),
                rand(grossCents),
                rand(payeCents),
                asPart(
                  listed([
                    ...(withdrawnOn ? [['withdrawn on %{day}', { day: date(withdrawnOn) }] as const] : []),
                    ...(supersededBy
                      ? [
                          [
                            'superseded by version %{version} on %{day}',
                            { version: supersededBy.version, day: date(supersededBy.on) },
                          ] as const,
                        ]
                      : []),
                    ...(withdrawnOn || supersededBy ? [] : ['valid']),
                    ...(copies > 0 ? [['duplicate %{copies}', { copies }] as const] : []),
                  ]),
                ),
                <DownloadButton
                  label={['PDF, version %{version}', { version }]}
                  size="small"
                  key="pdf"
                  path={`certificates/${id}/certificate.pdf?version=${version}`}
                />,
              ],
            )}
          />
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton label="Close" onClick={close} />
      </DialogActions>
    </DialogFrame>
  );
}

function Actions({ certificate, mayFetch }: { certificate: Certificate; mayFetch: boolean }) {
  const { id, version, withdrawnAt } = certificate;
  return (
    <>
      {mayFetch && <DownloadButton label="PDF" size="small" path={`certificates/${id}/certificate.pdf`} />}
      {mayFetch && withdrawnAt === null && (
        <ReasonButton
          action="Mark as duplicate"
          doneMessage="Marked."
          explanation="The certificate keeps its number and figures; from now on its PDF says DUPLICATE."
          label="Duplicate"
          send={(reason, { command }) => command('POST', `certificates/${id}/reissue`, { reason })}
          size="small"
          title="Mark the certificate as a duplicate?"
          variant="text"
        />
      )}
      {version > 1 && (
        <ActionButton
          label="Versions"
          dialog={<CertificateVersions certificate={certificate} mayFetch={mayFetch} />}
          size="small"
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Certificate>[] = [
  {
    source: 'agentId',
    label: 'Agent',
    render: ({ agentId }) => <AgentLink id={agentId} />,
  },
  { source: 'type', label: 'Type' },
  {
    source: 'certificateNo',
    label: 'Number',
    render: ({ certificateNo, copies, withdrawnAt }) => (
      <span className="mono">
        {certificateNo}
        {copies > 0 && (
          <>
            {' '}
            <T values={{ copies }}>{'(duplicate %{copies})'}</T>
          </>
        )}
        {withdrawnAt !== null && (
          <>
            {' '}
            <T values={{ day: date(withdrawnAt) }}>{'(withdrawn on %{day})'}</T>
          </>
        )}
      </span>
    ),
  },
  { source: 'version', label: 'Version', number: true },
  { source: 'issuedAt', label: 'Issued', render: ({ issuedAt }) => date(issuedAt) },
  { source: 'grossCents', label: 'Gross', number: true, render: ({ grossCents }) => rand(grossCents) },
  { source: 'payeCents', label: 'PAYE', number: true, render: ({ payeCents }) => rand(payeCents) },
];

export function Certificates({ year, mayFetch }: { year: number; mayFetch: boolean }) {
  const isNow = useAsOf() === null;
  const actions: Column<Certificate> = {
    source: 'actions',
    label: 'Document',
    render: (certificate) => <Actions certificate={certificate} mayFetch={mayFetch} />,
  };
  return (
    <ListPage
      // The versions are those of today.
      columns={isNow ? [...COLUMNS, actions] : COLUMNS}
      embedded
      empty="No certificates issued for this tax year. Request them after the last payout of the year."
      filters={[{ kind: 'agent', source: 'agentId', label: 'Agent' }]}
      fixed={{ taxYear: year }}
      perPage={25}
      resource="certificates"
      sort={{ field: 'agentName', order: 'ASC' }}
      title="Certificates"
    />
  );
}
