import { randomUUID } from 'node:crypto';
import { luhnDigit } from '@fynbos/domain/identity/numbers.ts';

const TERMS = { promoCode: 'SUN', rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'JNB01', returnBranch: 'CPT01' };
const RATE = 0.2;

export const trackingNoOf = (n: number): string => `FT${String(n).padStart(6, '0')}`;

/** T&K revenue of a person's rental `k` in cents, different for every rental. */
const revenueCents = (n: number, k: number): number => 700_00 + n * 37 + k * 11_113;

/** A promotion and agents with rentals; imported accounts are past their cooling period. */
export function programmeLines(agents: number): object[] {
  const promotion = { promoCode: 'SUN', description: 'Sun', promoRate: RATE, startDate: '2026-01-01', endDate: null };
  const lines: object[] = [{ type: 'promotion', ...promotion, isActive: true }];
  for (let n = 1; n <= agents; n++) {
    const first = `${60 + Math.floor(n / 4000)}0101${5000 + (n % 4000)}08`;
    lines.push({
      type: 'agent',
      title: 'Ms',
      initials: 'T',
      firstName: 'Thandi',
      surname: `Nkosi ${n}`,
      emailAddress: `agent.${n}@agency.example`,
      countryDialCode: '27',
      cellNumber: `2782${1_000_000 + n}`,
      taxCountry: 'RSA',
      idNumber: `${first}${luhnDigit(first)}`,
      taxNumber: '2251362634',
      agencyName: 'Karoo Travel',
      iataNumber: '7720101',
      physicalAddressLine1: '1 Long Street',
      physicalAddressLine2: 'Central',
      physicalAddressLine3: 'Cape Town',
      postalCode: '8001',
      telephoneNumber: '0118518081',
      communicationMethod: 'E',
      bankName: 'Absa',
      branchCode: '632005',
      bankAccountNumber: String(4_050_000_000 + n),
      bankAccountHolderName: `T Nkosi ${n}`,
      branchName: 'Universal',
      termsAndConditions: 'Y',
      employerConsent: 'Y',
      loyaltyTrackingNo: trackingNoOf(n),
      activeFrom: '2026-01-01',
    });
  }
  return lines;
}

const rentalsOf = (n: number): number => 1 + (n % 3);

/** Invoices of all agents: one to three each. */
export const invoiceLines = (agents: number): object[] =>
  Array.from({ length: agents }, (_, index) => index + 1).flatMap((n) =>
    Array.from({ length: rentalsOf(n) }, (_, k) => ({
      type: 'invoice',
      eventId: randomUUID(),
      occurredAt: '2026-03-10T10:00:00+02:00',
      reservationNo: `RES-${n}-${k}`,
      invoiceNo: `I-${n}-${k}`,
      invoiceDate: '2026-03-10',
      loyaltyTrackingNo: trackingNoOf(n),
      marketSector: 'Leisure',
      driverName: 'A Driver',
      tkRevenue: revenueCents(n, k) / 100,
      reservation: { reservedOn: '2026-02-01', ...TERMS },
      rental: { ...TERMS, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05' },
    })),
  );

/**
 * By section 9, in cents, without code of the product: a fifth of each rental's revenue, rounded half up, at least R50;
 * a quarter of each is withheld, rounded half up.
 */
export function owedTo(n: number): { gross: number; paye: number; nett: number } {
  let [gross, paye] = [0, 0];
  for (let k = 0; k < rentalsOf(n); k++) {
    const own = Math.max(50_00, Math.floor((revenueCents(n, k) * 2 + 5) / 10));
    gross += own;
    paye += Math.floor((own + 2) / 4);
  }
  return { gross, paye, nett: gross - paye };
}
