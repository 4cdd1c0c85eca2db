/** Rewards of the sent facts by docs/rules.md, without code of the product, so that no defect is in both. */

interface Terms {
  readonly promoCode: string | null;
  readonly rateCode: string;
  readonly vehicleGroup: string;
  readonly pickupBranch: string;
  readonly returnBranch: string;
}

/** A rental event with the fields that affect the result. */
export interface Fact {
  readonly eventId: string;
  readonly type: 'invoice' | 'credit-note' | 'cancellation' | 'no-show' | 'hold' | 'release';
  readonly reservationNo: string;
  readonly invoiceNo?: string;
  readonly invoiceDate?: string;
  readonly loyaltyTrackingNo?: string | null;
  /** Rand. */
  readonly tkRevenue?: number;
  readonly reservation?: Terms & { readonly reservedOn: string };
  readonly rental?: Terms & { readonly pickedUpOn: string; readonly returnedOn: string };
  readonly holdId?: string;
}

export interface ProgrammeLine {
  readonly type: 'agent' | 'promotion' | 'promotion-change';
  readonly loyaltyTrackingNo?: string;
  readonly promoCode?: string;
  readonly promoRate?: number;
  readonly startDate?: string;
  readonly endDate?: string | null;
  readonly isActive?: boolean;
  readonly effectiveFrom?: string;
}

interface Outcome {
  readonly reservationNo: string;
  readonly trackingNo: string;
  readonly code: string;
  readonly month: string;
  readonly status: 'Earned' | 'Pending' | 'Declined';
  readonly reason: string;
  readonly gross: bigint;
  readonly paye: bigint;
}

const MINIMUM = 50_00n;

/** Half up of `cents × rate`, in whole numbers: the rate as its decimal digits. */
function share(cents: bigint, rate: number): bigint {
  const [whole = '0', fraction = ''] = rate.toFixed(10).split('.');
  const scale = 10n ** BigInt(fraction.length);
  return (2n * cents * BigInt(whole + fraction) + scale) / (2n * scale);
}

const centsOf = (rand: number): bigint => BigInt(Math.round(rand * 100));

/** Status and rate of a promotion on a day; null for an unknown code. */
function promotionOn(programme: readonly ProgrammeLine[], code: string, day: string) {
  const mine = programme.filter(({ promoCode }) => promoCode?.toUpperCase() === code.toUpperCase());
  const made = mine.find(({ type }) => type === 'promotion');
  if (!made) return null;
  let { isActive = true, promoRate = 0 } = made;
  const changes = mine
    .filter(({ type, effectiveFrom = '' }) => type === 'promotion-change' && effectiveFrom <= day)
    .sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1));
  for (const change of changes) {
    isActive = change.isActive ?? isActive;
    promoRate = change.promoRate ?? promoRate;
  }
  const within = (made.startDate ?? '') <= day && (!made.endDate || day <= made.endDate);
  return { rate: promoRate, active: isActive && within };
}

const newestFirst = (a: Fact, b: Fact): number => {
  const [one, other] = [`${a.invoiceDate} ${a.invoiceNo}`, `${b.invoiceDate} ${b.invoiceNo}`];
  return one < other ? 1 : one > other ? -1 : 0;
};

/** The decision of a reservation; null without an invoice. */
function outcomeOf(
  facts: readonly Fact[],
  programme: readonly ProgrammeLine[],
  agents: ReadonlySet<string>,
): Outcome | null {
  const of = (type: Fact['type']): readonly Fact[] => facts.filter((fact) => fact.type === type);
  const invoices = [...of('invoice')].sort(newestFirst);
  const credited = new Set(of('credit-note').map(({ invoiceNo }) => invoiceNo));
  const open = invoices.filter(({ invoiceNo }) => !credited.has(invoiceNo));
  const invoice = open[0] ?? invoices[0];
  if (!invoice?.reservation || !invoice.rental) return null;
  const { reservation, rental, loyaltyTrackingNo = null } = invoice;
  const promotion =
    reservation.promoCode === null ? null : promotionOn(programme, reservation.promoCode, reservation.reservedOn);
  const revenue = centsOf(invoice.tkRevenue ?? 0);
  const computed = promotion ? share(revenue, promotion.rate) : 0n;
  const gross = computed < MINIMUM ? MINIMUM : computed;
  const released = new Set(of('release').map(({ holdId }) => holdId));
  const rules: [string, boolean][] = [
    ['Cancelled', of('cancellation').length > 0],
    ['NoShow', of('no-show').length > 0],
    ['Credited', open.length === 0],
    ['NoTrackingNumber', loyaltyTrackingNo === null],
    ['UnknownTrackingNumber', !agents.has(loyaltyTrackingNo ?? '')],
    ['NonQualifyingCode', promotion === null],
    ['CodeChangedToNonQualifying', rental.promoCode === null || !promotionOn(programme, rental.promoCode, '')],
    ['PromotionNotActive', !promotion?.active],
    [
      'RentalDiffersFromReservation',
      reservation.rateCode !== rental.rateCode ||
        reservation.vehicleGroup !== rental.vehicleGroup ||
        reservation.pickupBranch !== rental.pickupBranch ||
        reservation.returnBranch !== rental.returnBranch,
    ],
    ['RewardExceedsRevenue', gross > revenue],
  ];
  const refused = rules.find(([, holds]) => holds)?.[0];
  const held = of('hold').some(({ holdId }) => !released.has(holdId));
  return {
    reservationNo: invoice.reservationNo,
    trackingNo: loyaltyTrackingNo ?? '',
    code: (reservation.promoCode ?? '').toUpperCase(),
    month: (invoice.invoiceDate ?? '').slice(0, 7),
    status: refused ? 'Declined' : held ? 'Pending' : 'Earned',
    reason: refused ?? (held ? 'OnHold' : ''),
    gross: refused ? 0n : gross,
    paye: refused ? 0n : share(gross, 0.25),
  };
}

const rand = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Lines of the rewards and balances reports for these facts in any order. */
export function referenceReports(
  facts: Iterable<Fact>,
  programme: readonly ProgrammeLine[],
): { rewards: string[]; balances: string[] } {
  const agents = new Set(
    programme.flatMap(({ type, loyaltyTrackingNo }) => (type === 'agent' ? [loyaltyTrackingNo ?? ''] : [])),
  );
  const reservations = new Map<string, Fact[]>();
  for (const fact of facts)
    reservations.set(fact.reservationNo, [...(reservations.get(fact.reservationNo) ?? []), fact]);
  const outcomes = [...reservations.values()].flatMap((all) => outcomeOf(all, programme, agents) ?? []);
  const rewards = outcomes
    .sort((a, b) => byBytes(a.reservationNo, b.reservationNo))
    .map(({ reservationNo, trackingNo, code, month, status, reason, gross, paye }) =>
      [reservationNo, trackingNo, code, month, status, reason, rand(gross), rand(paye), rand(gross - paye)].join(','),
    );
  const nettOf = (agent: string, status: Outcome['status']): bigint =>
    outcomes.reduce(
      (sum, it) => (it.trackingNo === agent && it.status === status ? sum + it.gross - it.paye : sum),
      0n,
    );
  const balances = [...agents].sort(byBytes).map((agent) => {
    const earned = rand(nettOf(agent, 'Earned'));
    return [agent, earned, rand(nettOf(agent, 'Pending')), '0.00', '0.00', earned].join(',');
  });
  return { rewards, balances };
}
