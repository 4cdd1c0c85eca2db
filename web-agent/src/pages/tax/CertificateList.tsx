import { download } from '../../api/files.ts';
import type { Certificate, CertificateStep } from '../../api/types.ts';
import { Accordion } from '../../components/Accordion.tsx';
import { Amounts } from '../../components/Amounts.tsx';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { dayName, momentName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';

const downloadCertificate = ({ id, type, taxYear }: Certificate, version?: number) =>
  download(
    `agent/certificates/${encodeURIComponent(id)}/certificate.pdf`,
    `${type.replace(/\W/g, '')}-${taxYear}${version === undefined ? '' : `-version-${version}`}.pdf`,
    version === undefined ? {} : { version: String(version) },
  );

export function CertificateList({ certificates }: { readonly certificates: readonly Certificate[] }) {
  if (certificates.length === 0)
    return (
      <EmptyState title={t('No certificates yet.')}>
        {t(
          'After each tax year, which ends in February, you get one for what we paid you in it. Until then, make sure your details above are complete.',
        )}
      </EmptyState>
    );
  return (
    <ul className="stack">
      {certificates.map((certificate) => (
        <Item key={certificate.id} certificate={certificate} />
      ))}
    </ul>
  );
}

function Item({ certificate }: { readonly certificate: Certificate }) {
  const { taxYear, type, version, grossCents, payeCents, issuedAt, withdrawnAt, certificateNo, history, atSars } =
    certificate;
  const name = t('%{type} for tax year %{taxYear}', { type, taxYear });
  return (
    <li className="card stack">
      <div className="stack-tight">
        <h3>{name}</h3>
        <p className="quiet">
          {version > 1
            ? t('Issued %{day}, version %{version}: it replaces the one before.', { day: dayName(issuedAt), version })
            : t('Issued %{day}.', { day: dayName(issuedAt) })}{' '}
          <T text="Number %{number}." number={<span className="tabular">{certificateNo}</span>} />
        </p>
        <SarsNote atSars={atSars} isWithdrawn={withdrawnAt !== null} />
        {withdrawnAt !== null && (
          <p className="note">
            {t('Withdrawn on %{withdrawnAt}. The payments were reversed. Please don’t use this certificate.', {
              withdrawnAt: dayName(withdrawnAt),
            })}
          </p>
        )}
      </div>
      <Amounts
        className="sums"
        of={[
          { name: t('Paid to you before tax'), text: rand(grossCents) },
          { name: type === 'IRP5' ? t('Withheld as PAYE') : t('Withheld'), text: rand(payeCents) },
        ]}
      />
      <div>
        <DownloadButton
          label={t('Download PDF')}
          about={t('of the %{name}', { name })}
          onPress={() => downloadCertificate(certificate)}
        />
      </div>
      <Accordion id={certificateNo} title={t('History')}>
        <ol className="bullets">
          {history.map((step) => (
            <li key={step.at + step.what}>
              {stepText(step)} <EarlierVersion certificate={certificate} step={step} />
            </li>
          ))}
        </ol>
      </Accordion>
    </li>
  );
}

/** Says which version counts for the tax return, and what SARS has of the certificate. */
function SarsNote({ atSars, isWithdrawn }: { readonly atSars: Certificate['atSars']; readonly isWithdrawn: boolean }) {
  if (atSars === null)
    return isWithdrawn ? null : (
      <p className="quiet">{t('This is the current version. We have not sent it to SARS yet.')}</p>
    );
  const day = dayName(atSars.submittedOn);
  if (atSars.isCurrent)
    return <p className="quiet">{t('This is the current version. We sent it to SARS on %{day}.', { day })}</p>;
  if (atSars.cancelledOn !== null)
    return (
      <p className="note">
        {t('We cancelled this certificate at SARS on %{cancelledOn}.', { cancelledOn: dayName(atSars.cancelledOn) })}
      </p>
    );
  if (isWithdrawn)
    return <p className="note">{t('SARS still has it from %{day}. We will cancel it there.', { day })}</p>;
  return (
    <p className="note">
      {t(
        'This is the current version. SARS still has version %{version}, sent on %{day}. We will send the correction.',
        {
          version: atSars.version,
          day,
        },
      )}
    </p>
  );
}

/** Link to a replaced version of the certificate; the document itself says that it was replaced. */
function EarlierVersion({ certificate, step }: { readonly certificate: Certificate; readonly step: CertificateStep }) {
  if (step.what !== 'issued' || step.version === certificate.version) return null;
  const { version } = step;
  return (
    <DownloadButton
      label={t('PDF of version %{version}, replaced since', { version })}
      variant="link"
      onPress={() => downloadCertificate(certificate, version)}
    />
  );
}

/** Returns a sentence about one step in a certificate's history. */
function stepText(step: CertificateStep): string {
  const at = momentName(step.at);
  if (step.what === 'duplicate') return t('%{at}: reissued as duplicate %{copy}.', { at, copy: step.copy });
  if (step.what === 'withdrawn') return t('%{at}: withdrawn: the payments it covered were reversed.', { at });
  const { version, grossCents, payeCents } = step;
  return t('%{at}: version %{version} issued: %{gross} gross, %{paye} PAYE.', {
    at,
    version,
    gross: rand(grossCents),
    paye: rand(payeCents),
  });
}
