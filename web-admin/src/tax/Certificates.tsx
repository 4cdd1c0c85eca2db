import type { Certificate } from '@fynbos/api/tax/answers.ts';
import { download } from '../api/download.ts';
import { call } from '../api/http.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { date, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { useAction } from '../record/use-action.ts';
import { CertificateVersions } from './CertificateVersions.tsx';

function Actions({ certificate }: { certificate: Certificate }) {
  const { act } = useAction();
  const { id, type, taxYear, agentId, version, withdrawnAt } = certificate;
  const name = `${type.replace(/\W/g, '')}-${taxYear}-${agentId}.pdf`;
  const fetchPdf = () => act(() => download(`/api/admin/certificates/${id}/certificate.pdf`, name));
  return (
    <>
      <ActionButton label="PDF" onClick={fetchPdf} size="small" />
      {withdrawnAt === null && (
        <ActionButton
          label="Duplicate"
          dialog={(close) => (
            <ReasonDialog
              action="Mark as duplicate"
              explanation="The certificate keeps its number and figures; from now on its PDF says DUPLICATE."
              onClose={close}
              done="Marked."
              send={(reason) => call('POST', `certificates/${id}/reissue`, { reason })}
              title="Mark the certificate as a duplicate?"
            />
          )}
          size="small"
        />
      )}
      {version > 1 && (
        <ActionButton
          label="Versions"
          dialog={(close) => <CertificateVersions certificate={certificate} onClose={close} />}
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
  { source: 'type', label: 'Type', render: ({ type }) => type },
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
  { source: 'version', label: 'Version', number: true, render: ({ version }) => version },
  { source: 'issuedAt', label: 'Issued', render: ({ issuedAt }) => date(issuedAt) },
  { source: 'grossCents', label: 'Gross', number: true, render: ({ grossCents }) => rand(grossCents) },
  { source: 'payeCents', label: 'PAYE', number: true, render: ({ payeCents }) => rand(payeCents) },
];

/** The certificates of a tax year. */
export function Certificates({ year, mayFetch }: { year: number; mayFetch: boolean }) {
  const actions: Column<Certificate> = {
    source: 'actions',
    label: 'Document',
    render: (certificate) => <Actions certificate={certificate} />,
  };
  return (
    <ListPage<Certificate>
      columns={mayFetch ? [...COLUMNS, actions] : COLUMNS}
      embedded
      empty={<T as="p">No certificates issued for this tax year. Request them after the last payout of the year.</T>}
      filters={[{ kind: 'agent', source: 'agentId', label: 'Agent' }]}
      fixed={{ taxYear: year }}
      perPage={25}
      resource="certificates"
      sort={{ field: 'agentName', order: 'ASC' }}
      title="Certificates"
    />
  );
}
