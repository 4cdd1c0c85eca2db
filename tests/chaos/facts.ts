import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { Random } from '../demo/data/random.ts';
import type { Fact, ProgrammeLine } from './reference.ts';

/** A rental event with all fields of the API. */
export type WireFact = Fact & Readonly<Record<string, unknown>>;

const BRANCHES = ['JNB01', 'CPT01', 'DUR01', 'WDH01', 'GBE01'] as const;
const GROUPS = ['A', 'B', 'C', 'D'] as const;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Generates reservations with all kinds of facts, with known and unknown agents and codes. */
export class FactMaker {
  private count = 0;
  private readonly agents: readonly string[];
  private readonly codes: readonly string[];

  constructor(
    private readonly random: Random,
    programme: readonly ProgrammeLine[],
    /** Unique per sender, so that senders never share a reservation. */
    private readonly prefix: string,
  ) {
    this.agents = programme.flatMap(({ type, loyaltyTrackingNo }) =>
      type === 'agent' ? [loyaltyTrackingNo ?? ''] : [],
    );
    this.codes = programme.flatMap(({ type, promoCode }) => (type === 'promotion' ? [promoCode ?? ''] : []));
  }

  /** The facts of another reservation, in any order. */
  next(): WireFact[] {
    const { random } = this;
    const reservationNo = `${this.prefix}${String(this.count++).padStart(6, '0')}`;
    const reservedOn = dayAfter('2025-05-01', random.int(0, 420));
    const terms = {
      promoCode: random.chance(0.03) ? null : random.chance(0.04) ? 'CORP99' : random.pick(this.codes),
      rateCode: 'DISC',
      vehicleGroup: random.pick(GROUPS),
      pickupBranch: random.pick(BRANCHES),
      returnBranch: random.pick(BRANCHES),
    };
    const driven = {
      ...terms,
      ...(random.chance(0.1) ? { promoCode: random.pick([...this.codes, 'CORP99', null]) } : {}),
      ...(random.chance(0.06) ? { vehicleGroup: 'Z' } : {}),
      ...(terms.promoCode && random.chance(0.2) ? { promoCode: terms.promoCode.toLowerCase() } : {}),
    };
    const loyaltyTrackingNo = random.chance(0.03)
      ? null
      : random.chance(0.03)
        ? 'FT09999999'
        : random.pick(this.agents);
    const invoice = (letter: string, days: number): WireFact => ({
      ...this.base('invoice', reservationNo, dayAfter(reservedOn, days)),
      invoiceNo: `${reservationNo}${letter}`,
      invoiceDate: dayAfter(reservedOn, days),
      loyaltyTrackingNo,
      marketSector: random.pick(['Leisure', 'Corporate', 'Inbound']),
      driverName: 'Driver',
      tkRevenue: random.int(20_00, 9_000_00) / 100,
      reservation: { reservedOn, ...terms },
      rental: { ...driven, pickedUpOn: dayAfter(reservedOn, 3), returnedOn: dayAfter(reservedOn, 6) },
    });
    const facts = random.chance(0.04) ? [] : [invoice('A', 7)];
    if (random.chance(0.08)) facts.push(invoice('B', random.int(7, 12)));
    const at = dayAfter(reservedOn, 14);
    const add = (share: number, type: Fact['type'], more: object): void => {
      if (random.chance(share)) facts.push({ ...this.base(type, reservationNo, at), ...more });
    };
    add(0.06, 'credit-note', { creditNoteNo: `CN${reservationNo}`, invoiceNo: `${reservationNo}A`, creditDate: at });
    add(0.03, 'cancellation', { cancelledOn: at });
    add(0.02, 'no-show', { noShowOn: at });
    const holdId = `H${reservationNo}`;
    add(0.08, 'hold', { holdId, holdReason: random.pick(['accident', 'breach', 'payment', 'account']), placedOn: at });
    add(0.06, 'release', { holdId, releasedOn: at });
    return random.shuffled(facts);
  }

  private base(type: Fact['type'], reservationNo: string, day: string) {
    return { eventId: this.random.uuid(), type, occurredAt: `${day}T10:00:00+02:00`, reservationNo };
  }
}
