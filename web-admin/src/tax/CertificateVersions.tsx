import type { Certificate, CertificateVersions as CertificateVersionsAnswer } from '@fynbos/api/tax/answers.ts';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { date, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { asPart, listed } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { DownloadButton } from '../record/DownloadButton.tsx';
import { FigureTable, figure, figures } from '../record/FigureTable.tsx';
import { useNamedText } from '../record/NamedText.tsx';
import { useRead } from '../record/use-read.tsx';

type Version = CertificateVersionsAnswer[number];

const COLUMNS = [figure('Version'), 'Issued', ...figures('Gross', 'PAYE'), 'State', 'Document'];

/** Every issued version of a certificate with its document. Withdrawn and replaced versions are marked. */
export function CertificateVersions({
  certificate: { id, type, taxYear, agentId },
  onClose,
}: {
  certificate: Certificate;
  onClose: () => void;
}) {
  const name = useNamedText(`${type} ${taxYear}, agent ${agentId}`);
  const { data, notice } = useRead<Version[]>(`certificates/${id}/versions`, { rows: 3 });
  return (
    <Dialog aria-labelledby="versions-title" fullWidth maxWidth="md" onClose={onClose} open>
      <DialogTitle id="versions-title">
        <T values={{ name }}>{'Versions of %{name}'}</T>
      </DialogTitle>
      <DialogContent>
        {notice}
        {data && (
          <FigureTable
            caption={['Versions of %{name}', { name }]}
            columns={COLUMNS}
            rows={data.map(
              ({ version, certificateNo, issuedAt, grossCents, payeCents, copies, supersededBy, withdrawnOn }) => [
                certificateNo,
                version,
                date(issuedAt),
                rand(grossCents),
                rand(payeCents),
                asPart(
                  listed(
                    [
                      ...(withdrawnOn ? [['withdrawn on %{day}', { day: date(withdrawnOn) }] as const] : []),
                      ...(supersededBy
                        ? [
                            [
                              'superseded by version %{version} on %{day}',
                              { version: supersededBy.version, day: date(supersededBy.on) },
                            ] as const,
                          ]
                        : []),
                      ...(withdrawnOn || supersededBy ? [] : ['holds']),
                      ...(copies > 0 ? [['duplicate %{copies}', { copies }] as const] : []),
                    ],
                    '%{one}, %{more}',
                  ),
                ),
                <DownloadButton
                  label={['PDF, version %{version}', { version }]}
                  isSmall
                  key="pdf"
                  name={`${name.replace(/[^\w-]+/g, '-')}-version-${version}.pdf`}
                  path={`certificates/${id}/certificate.pdf?version=${version}`}
                />,
              ],
            )}
          />
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton label="Close" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}
