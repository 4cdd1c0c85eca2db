import { describe, expect, test } from 'vitest';
import { agentDetails } from '../agent/details.ts';
import type { RentalEvent } from '../rental/events.ts';
import { decideTimed } from '../testing/timed.ts';
import { burstsIn, changeNearRun, isRebooked, isReinvoicedWithNumber, isSamePerson } from './rules.ts';
import { signalDecider } from './signal.ts';

const thandi = agentDetails.parse({
  ...Object.fromEntries(Object.keys(agentDetails.shape).map((field) => [field, ''])),
  taxCountry: 'RSA',
  communicationMethod: 'E',
  firstName: 'Thandi',
  surname: 'Nkosi',
  iataNumber: '7720101',
  cellNumber: '+27821234567',
  taxNumber: '0001339050',
  telephoneNumber: '+27211234567',
  physicalAddressLine1: '1 Long Street',
});

describe('a person who refers themselves', () => {
  const colleague = { ...thandi, firstName: 'Sipho', cellNumber: '+27830000000', taxNumber: '2251362634' };
  test.each([
    ['the same tax number under another name', { ...colleague, taxNumber: thandi.taxNumber }],
    ['the same cell number', { ...colleague, cellNumber: thandi.cellNumber }],
    ['the same name at the same agency', { ...colleague, firstName: 'THANDI ' }],
  ])('is known by %s', (_name, other) => expect(isSamePerson(thandi, other)).toBe(true));

  test('is not a colleague with the same agency, address, telephone and surname', () =>
    expect(isSamePerson(thandi, colleague)).toBe(false));
  test('is not a person with the same name at another agency', () =>
    expect(isSamePerson(thandi, { ...colleague, firstName: 'Thandi', iataNumber: '7720202' })).toBe(false));
  test('is not a person who also has no tax number', () =>
    expect(isSamePerson({ ...thandi, taxNumber: '' }, { ...colleague, taxNumber: '' })).toBe(false));
});

describe('a change of the bank account', () => {
  const run = '2026-11-16T08:00:00.000Z';
  test('is near a run that was proposed at most 72 hours before or after it', () => {
    expect(changeNearRun(['2026-11-13T08:00:00.000Z'], run)).toBe('2026-11-13T08:00:00.000Z');
    expect(changeNearRun(['2026-11-19T08:00:00.000Z'], run)).not.toBeNull();
  });
  test('is not near a run an hour further away', () =>
    expect(changeNearRun(['2026-11-13T07:00:00.000Z', '2026-11-19T09:00:00.000Z'], run)).toBeNull());
});

describe('a burst of reservations', () => {
  const usual = (rentals: number) =>
    Array.from({ length: 20 }, (_, day) => ({ day: `2026-10-${String(day + 1).padStart(2, '0')}`, rentals }));
  const on = (rentals: number) => ({ day: '2026-11-10', rentals });

  test('is a day of at least ten, and over five times the usual', () => {
    expect(burstsIn([...usual(2), on(11)])).toEqual([on(11)]);
    expect(burstsIn([on(10)])).toEqual([on(10)]);
  });
  test('is not a good day of a busy agent', () => expect(burstsIn([...usual(8), on(20)])).toEqual([]));
  test('is not a few reservations after a quiet time', () => expect(burstsIn([...usual(1), on(9)])).toEqual([]));
  test('is measured against the sixty days before, not against later days', () =>
    expect(burstsIn([{ day: '2026-08-01', rentals: 30 }, on(12), { day: '2026-11-11', rentals: 70 }])).toHaveLength(3));
});

const fact = { eventId: '', integratorId: 'i', reservationNo: '', occurredAt: '', contentHash: '' };
const terms = { promoCode: 'SUN', rateCode: 'A', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
const invoice = (
  invoiceNo: string,
  loyaltyTrackingNo: string | null,
  changes: { reservedOn?: string; pickedUpOn?: string; driver?: string | null; revenue?: number } = {},
): RentalEvent => ({
  type: 'InvoiceRecorded',
  data: {
    ...fact,
    invoiceNo,
    invoiceDate: '2026-03-12',
    loyaltyTrackingNo,
    marketSector: 'Leisure',
    tkRevenueCents: changes.revenue ?? 1000_00,
    reservation: { ...terms, reservedOn: changes.reservedOn ?? '2026-03-01' },
    rental: { ...terms, pickedUpOn: changes.pickedUpOn ?? '2026-03-05', returnedOn: '2026-03-10' },
    personal: changes.driver === null ? null : { driverName: changes.driver ?? 'A Driver' },
  },
});
const cancelled = (cancelledOn: string): RentalEvent => ({
  type: 'CancellationRecorded',
  data: { ...fact, cancelledOn },
});
const credit = (invoiceNo: string, creditDate = '2026-03-13'): RentalEvent => ({
  type: 'CreditNoteRecorded',
  data: { ...fact, creditNoteNo: `C-${invoiceNo}`, invoiceNo, creditDate },
});

describe('a rental that is cancelled and booked again to slip in a tracking number', () => {
  const before = [invoice('I1', null), cancelled('2026-03-02')];

  test('is the same car, branch and day for the same driver, within a week, now with a number', () => {
    expect(isRebooked(before, [invoice('I2', 'FT1', { reservedOn: '2026-03-03' })])).toBe(true);
    expect(isRebooked([invoice('I1', ' '), credit('I1', '2026-03-02')], [invoice('I2', 'FT1')])).toBe(true);
  });
  test('is known by its revenue where no driver is known any more', () => {
    const again = { reservedOn: '2026-03-03', driver: null };
    expect(isRebooked(before, [invoice('I2', 'FT1', again)])).toBe(true);
    expect(isRebooked(before, [invoice('I2', 'FT1', { ...again, revenue: 999_00 })])).toBe(false);
  });
  test('is not a similar rental of another person', () =>
    expect(isRebooked(before, [invoice('I2', 'FT1', { reservedOn: '2026-03-03', driver: 'B Other' })])).toBe(false));
  test('is not a booking of the same driver for another day', () =>
    expect(isRebooked(before, [invoice('I2', 'FT1', { reservedOn: '2026-03-03', pickedUpOn: '2026-04-05' })])).toBe(
      false,
    ));
  test('is not a booking made weeks later, nor one that was there before', () => {
    expect(isRebooked(before, [invoice('I2', 'FT1', { reservedOn: '2026-03-10' })])).toBe(false);
    expect(isRebooked(before, [invoice('I2', 'FT1', { reservedOn: '2026-02-20' })])).toBe(false);
  });
  test('needs a cancelled first booking without a number', () => {
    expect(isRebooked([invoice('I1', 'FT9'), cancelled('2026-03-02')], [invoice('I2', 'FT1')])).toBe(false);
    expect(isRebooked([invoice('I1', null)], [invoice('I2', 'FT1')])).toBe(false);
  });

  test('may happen within one reservation, by a credit note and a new invoice', () => {
    expect(isReinvoicedWithNumber([invoice('I1', null), credit('I1'), invoice('I2', 'FT1')])).toBe(true);
    expect(isReinvoicedWithNumber([invoice('I1', 'FT1'), credit('I1'), invoice('I2', 'FT1')])).toBe(false);
    expect(isReinvoicedWithNumber([invoice('I1', null), invoice('I2', 'FT1')])).toBe(false);
  });
});

test('a signal is raised once, dismissed once, and not raised again after that', () => {
  const finding = { agentId: 7, signalId: 'burst-1', signal: 'Burst' as const, finding: 'x', evidence: ['R1'] };
  const raise = { type: 'RaiseSignal' as const, at: '2026-11-10T08:00:00.000Z', ...finding };
  const [raised] = decideTimed(signalDecider, raise, signalDecider.initial);
  if (!raised) throw new Error('not raised');
  const open = signalDecider.evolve(signalDecider.initial, raised);
  expect(decideTimed(signalDecider, raise, open)).toEqual([]);
  const dismiss = { type: 'DismissSignal' as const, reason: 'A conference', at: '2026-11-11T08:00:00.000Z' };
  const [dismissed] = decideTimed(signalDecider, dismiss, open);
  if (!dismissed) throw new Error('not dismissed');
  const over = signalDecider.evolve(open, dismissed);
  expect([...decideTimed(signalDecider, dismiss, over), ...decideTimed(signalDecider, raise, over)]).toEqual([]);
  expect(() => decideTimed(signalDecider, dismiss, signalDecider.initial)).toThrow('Signal not found');
});
