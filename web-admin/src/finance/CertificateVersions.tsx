import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { date, rand } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { FigureTable } from './FigureTable.tsx';

interface Version {
  readonly version: number;
  readonly certificateNo: string;
  readonly issuedAt: string;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly copies: number;
  readonly supersededBy: { readonly version: number; readonly on: string } | null;
}

const COLUMNS = [
  { label: 'Version', number: true },
  { label: 'Issued' },
  { label: 'Gross', number: true },
  { label: 'PAYE', number: true },
  { label: 'State' },
  { label: 'Document' },
];

/** Every version of a certificate that was given out, each with its document; one whose place another took says so. */
export function CertificateVersions({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['certificate-versions', id],
    queryFn: ({ signal }) => get<Version[]>(`certificates/${id}/versions`, signal),
  });
  return (
    <Dialog aria-labelledby="versions-title" fullWidth maxWidth="md" onClose={onClose} open>
      <DialogTitle id="versions-title">Versions of {name}</DialogTitle>
      <DialogContent>
        {error && <ErrorNote error={error} />}
        {!error && !data && <Waiting rows={3} />}
        {data && (
          <FigureTable
            caption={`Versions of ${name}`}
            columns={COLUMNS}
            rows={data.map(({ version, certificateNo, issuedAt, grossCents, payeCents, copies, supersededBy }) => [
              certificateNo,
              version,
              date(issuedAt),
              rand(grossCents),
              rand(payeCents),
              [
                supersededBy ? `superseded by version ${supersededBy.version} on ${date(supersededBy.on)}` : 'holds',
                copies > 0 && `duplicate ${copies}`,
              ]
                .filter(Boolean)
                .join(', '),
              <DownloadButton
                isSmall
                key="pdf"
                name={`${name.replace(/[^\w-]+/g, '-')}-version-${version}.pdf`}
                path={`certificates/${id}/certificate.pdf?version=${version}`}
              >
                {`PDF, version ${version}`}
              </DownloadButton>,
            ])}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
