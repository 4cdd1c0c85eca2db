import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Certificate, TaxProfile } from '../../api/types.ts';
import { CertificateList } from './CertificateList.tsx';
import { TaxSoFar } from './TaxPage.tsx';
import { endOfTaxYear, treatmentText } from './tax-text.ts';

const PROFILE: TaxProfile = {
  taxYear: 2028,
  treatment: { kind: 'paye', rate: 0.25 },
  thisTaxYear: { grossCents: 800_00, payeCents: 200_00 },
  missing: [],
  expiryMonths: 36,
  expiring: [],
  balanceCents: 0,
  payoutMinimumCents: 500_00,
  keptBack: null,
};
const show = (changes: Partial<TaxProfile>) =>
  render(<TaxSoFar profile={{ ...PROFILE, ...changes }} />, { wrapper: MemoryRouter });

test('the current tax year is described from its first day to its last, also in leap years', () => {
  show({});
  expect(screen.getByText(/1 Mar 2027 to 29 Feb 2028/)).toBeVisible();
  expect(screen.getByText('R600.00')).toBeVisible();
  expect(screen.getByText(/Your tax details are complete/)).toBeVisible();
  expect(endOfTaxYear(2027)).toBe('2027-02-28');
});

test('links each missing detail to its form', () => {
  show({ missing: ['taxNumber', 'employerConsent'] });
  expect(screen.queryByText(/details are complete/)).toBeNull();
  expect(screen.getByRole('link', { name: /valid income tax number/ })).toHaveAttribute(
    'href',
    '/agent/profile#personal',
  );
  expect(screen.getByRole('link', { name: /employer’s consent/ })).toHaveAttribute('href', '/agent/profile/privacy');
});

test.each([
  [{ kind: 'paye', rate: 0.25 }, /We deduct 25% PAYE from every reward/],
  [{ kind: 'directive', rate: 0.18, directiveNumber: 'D-7' }, /18% .* SARS directive, number D-7/],
  [{ kind: 'independent-contractor', rate: 0 }, /we deduct no tax, and you pay it yourself/],
  [{ kind: 'company-payee', rate: 0 }, /We pay your company: we deduct no tax/],
  [{ kind: 'non-resident', rate: 0.15 }, /15% tax for non-residents/],
])('the treatment %j is described in words', (treatment, words) => {
  expect(treatmentText(treatment)).toMatch(words);
});

test('a certificate is listed with its figures and its later versions', () => {
  const issued = { what: 'issued', certificateNo: '7', grossCents: 800_00, payeCents: 200_00 } as const;
  const certificate: Certificate = {
    id: '1-2026-IRP5',
    certificateNo: '7',
    taxYear: 2026,
    type: 'IRP5',
    version: 2,
    grossCents: 800_00,
    payeCents: 200_00,
    issuedAt: '2026-03-03T08:00:00Z',
    copies: 1,
    withdrawnAt: null,
    atSars: { version: 1, submittedOn: '2026-03-02', cancelledOn: null, isCurrent: false },
    history: [
      { ...issued, version: 1, at: '2026-03-01T08:00:00Z' },
      { ...issued, version: 2, at: '2026-03-03T08:00:00Z' },
      { what: 'duplicate', copy: 1, at: '2026-03-05T08:00:00Z' },
    ],
  };
  render(<CertificateList certificates={[certificate]} />, { wrapper: MemoryRouter });
  expect(screen.getByText(/version 2: it replaces the one before/)).toBeVisible();
  expect(screen.getByText(/5 Mar 2026, 10:00 SAST: reissued as duplicate 1/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download PDF of the IRP5 for tax year 2026' })).toBeVisible();
  expect(screen.getByText('PDF of version 1, replaced since')).toBeInTheDocument();
  expect(screen.queryByText('PDF of version 2, replaced since')).toBeNull();
  expect(screen.queryByText(/Withdrawn/)).toBeNull();
  expect(screen.getByText(/This is the current version\. SARS still has version 1, sent on 2 Mar 2026/)).toBeVisible();
});

test.each([
  [null, null, 'This is the current version. We have not sent it to SARS yet.'],
  [{ isCurrent: true, cancelledOn: null }, null, 'This is the current version. We sent it to SARS on 2 Mar 2026.'],
  [{ isCurrent: false, cancelledOn: null }, '2026-03-02T08:00:00Z', 'SARS still has it from 2 Mar 2026.'],
  [
    { isCurrent: false, cancelledOn: '2026-03-04' },
    '2026-03-02T08:00:00Z',
    'cancelled this certificate at SARS on 4 Mar',
  ],
])('a certificate says what SARS has: %j, withdrawn %s', (atSars, withdrawnAt, words) => {
  const certificate: Certificate = {
    id: '1-2026-irp5',
    certificateNo: '7',
    taxYear: 2026,
    type: 'IRP5',
    version: 1,
    grossCents: 1,
    payeCents: 0,
    issuedAt: '2026-03-01T08:00:00Z',
    withdrawnAt,
    copies: 0,
    history: [],
    atSars: atSars && { version: 1, submittedOn: '2026-03-02', ...atSars },
  };
  render(<CertificateList certificates={[certificate]} />, { wrapper: MemoryRouter });
  expect(screen.getByText(new RegExp(words.replaceAll('.', '\\.')))).toBeVisible();
});

test('marks a withdrawn certificate', () => {
  const amounts = { grossCents: 800_00, payeCents: 200_00 };
  const certificate: Certificate = {
    id: '1-2026-irp5',
    certificateNo: '7',
    taxYear: 2026,
    type: 'IRP5',
    version: 1,
    ...amounts,
    issuedAt: '2026-03-01T08:00:00Z',
    withdrawnAt: '2026-03-02T08:00:00Z',
    copies: 0,
    atSars: null,
    history: [
      { what: 'issued', version: 1, certificateNo: '7', ...amounts, at: '2026-03-01T08:00:00Z' },
      { what: 'withdrawn', at: '2026-03-02T08:00:00Z' },
    ],
  };
  render(<CertificateList certificates={[certificate]} />, { wrapper: MemoryRouter });
  expect(screen.getByText(/Withdrawn on 2 Mar 2026\. .* don’t use this certificate/)).toBeVisible();
  expect(screen.getByText(/2 Mar 2026, 10:00 SAST: withdrawn/)).toBeInTheDocument();
});

test('shows when the first certificate is issued', () => {
  render(<CertificateList certificates={[]} />);
  expect(screen.getByText('No certificates yet.')).toBeVisible();
  expect(screen.getByText(/After each tax year, which ends in February/)).toBeVisible();
});
