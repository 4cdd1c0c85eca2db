const today = (): string => new Date().toISOString().slice(0, 10);
const head = (type: string) => ({
  eventId: crypto.randomUUID(),
  type,
  occurredAt: new Date().toISOString(),
  reservationNo: 'TRY-1',
});
const TERMS = { promoCode: null, rateCode: 'R1', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };

/** Sample of each rental event type, with the fields that the sender fills in. */
export const SAMPLES: Readonly<Record<string, () => object>> = {
  reservation: () => ({
    ...head('reservation'),
    loyaltyTrackingNo: null,
    reservation: { reservedOn: today(), ...TERMS },
    pickUpOn: today(),
    returnOn: today(),
    expectedRevenue: 1000,
  }),
  invoice: () => ({
    ...head('invoice'),
    invoiceNo: 'INV-TRY-1',
    invoiceDate: today(),
    loyaltyTrackingNo: null,
    marketSector: 'Leisure',
    driverName: 'Test Driver',
    tkRevenue: 1000,
    reservation: { reservedOn: today(), ...TERMS },
    rental: { ...TERMS, pickedUpOn: today(), returnedOn: today() },
  }),
  'credit-note': () => ({
    ...head('credit-note'),
    creditNoteNo: 'CN-TRY-1',
    invoiceNo: 'INV-TRY-1',
    creditDate: today(),
  }),
  cancellation: () => ({ ...head('cancellation'), cancelledOn: today() }),
  'no-show': () => ({ ...head('no-show'), noShowOn: today() }),
  hold: () => ({ ...head('hold'), holdId: 'HOLD-TRY-1', holdReason: 'payment', placedOn: today() }),
  release: () => ({ ...head('release'), holdId: 'HOLD-TRY-1', releasedOn: today() }),
};

export const sampleText = (type: string): string => JSON.stringify(SAMPLES[type]?.() ?? {}, null, 2);
