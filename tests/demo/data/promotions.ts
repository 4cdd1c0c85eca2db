import { addDays, type Day, startOfDay } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { type PromotionCommand, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { knownPromotion, type Promotion, type PromotionState } from '@fynbos/domain/promotion/state.ts';

/** A change by an administrator on a day. */
export type PromotionChange =
  | { readonly on: Day; readonly promoRate: number }
  | { readonly on: Day; readonly isActive: boolean };

export interface DemoPromotion {
  readonly promoCode: string;
  readonly description: string;
  readonly promoRate: number;
  readonly startDate: Day;
  readonly endDate: Day | null;
  /** Null: it existed before the migration. */
  readonly createdOn: Day | null;
  readonly changes: readonly PromotionChange[];
}

/** The state of a promotion after all its changes. */
export function plannedState({ changes, createdOn, ...fields }: DemoPromotion): Promotion {
  const after = (state: PromotionState, command: PromotionCommand, on: Day): Promotion => {
    const events = promotionDecider.decide(command, state, startOfDay(on).toISOString());
    return knownPromotion(fold(promotionDecider, state, events));
  };
  const creation = { type: 'CreatePromotion', promotionId: fields.promoCode, isActive: true, fields } as const;
  return changes.reduce(
    (state, change) => after(state, commandOf(change), change.on),
    after(promotionDecider.initial, creation, createdOn ?? fields.startDate),
  );
}

const commandOf = (change: PromotionChange): PromotionCommand =>
  'promoRate' in change
    ? { type: 'UpdatePromotion', fields: { promoRate: change.promoRate } }
    : { type: change.isActive ? 'ActivatePromotion' : 'DeactivatePromotion' };

/** Unknown codes: corporate agreements and offers that earn nothing. */
export const FOREIGN_CODES = ['CORP4471', 'CORP8820', 'GOVT01', 'ISO2290', 'STAFF', 'WEBSPECIAL'] as const;

/** Promotions of the year: current, ended, planned, switched off and on, with changed rates. */
export function makePromotions(first: Day, days: number): readonly DemoPromotion[] {
  const on = (day: number): Day => addDays(first, day);
  const year = first.slice(5) <= '11-15' ? first.slice(0, 4) : String(Number(first.slice(0, 4)) + 1);
  const festive = `${year}-11-15`;
  return [
    {
      promoCode: 'FYNBOS8',
      description: 'The programme’s standing offer: every discretionary rate, every group, all year.',
      promoRate: 0.08,
      startDate: on(-60),
      endDate: null,
      createdOn: null,
      changes: [
        { on: on(120), promoRate: 0.1 },
        { on: on(300), promoRate: 0.09 },
      ],
    },
    {
      promoCode: 'WEEKENDER',
      description: 'Friday to Monday rentals from any city branch.',
      promoRate: 0.12,
      startDate: on(-45),
      endDate: on(days + 200),
      createdOn: null,
      changes: [
        { on: on(90), isActive: false },
        { on: on(150), isActive: true },
      ],
    },
    {
      promoCode: 'EARLYBIRD',
      description: 'Reservations made at least fourteen days ahead.',
      promoRate: 0.06,
      startDate: on(-40),
      endDate: null,
      createdOn: null,
      changes: [{ on: on(210), promoRate: 0.075 }],
    },
    {
      promoCode: 'LAUNCH15',
      description: 'Opening offer of the programme: fifteen per cent on every group.',
      promoRate: 0.15,
      startDate: on(-50),
      endDate: on(80),
      createdOn: null,
      changes: [],
    },
    {
      promoCode: 'FESTIVE',
      description: 'Festive season, from mid-November to mid-January. Airport branches only.',
      promoRate: 0.1,
      startDate: festive,
      endDate: addDays(festive, 61),
      createdOn: addDays(festive, -8) < on(2) ? on(2) : addDays(festive, -8),
      changes: [],
    },
    {
      promoCode: 'AIRPORT5',
      description: 'Collections at any airport branch.',
      promoRate: 0.05,
      startDate: on(30),
      endDate: null,
      createdOn: on(28),
      changes: [
        { on: on(200), isActive: false },
        { on: on(203), isActive: true },
        { on: on(318), promoRate: 0.065 },
      ],
    },
    {
      promoCode: 'LONGSTAY',
      description: 'Rentals of ten days and longer.',
      promoRate: 0.07,
      startDate: on(60),
      endDate: null,
      createdOn: on(55),
      changes: [{ on: on(260), isActive: false }],
    },
    {
      promoCode: 'CLUBVAN',
      description: 'Minibuses and vans for groups and tour operators.',
      promoRate: 0.05,
      startDate: on(110),
      endDate: null,
      createdOn: on(101),
      changes: [{ on: on(250), promoRate: 0.06 }],
    },
    {
      promoCode: 'AUTUMN10',
      description: 'Autumn along the garden route and the Cape winelands.',
      promoRate: 0.1,
      startDate: on(135),
      endDate: on(225),
      createdOn: on(126),
      changes: [],
    },
    {
      promoCode: 'GARDENROUTE',
      description: 'One way between Cape Town, George and Gqeberha.',
      promoRate: 0.13,
      startDate: on(160),
      endDate: on(340),
      createdOn: on(152),
      changes: [
        { on: on(244), isActive: false },
        { on: on(251), isActive: true },
      ],
    },
    {
      promoCode: 'WINTERWARM',
      description: 'Quiet-season offer for all inland branches.',
      promoRate: 0.14,
      startDate: on(235),
      endDate: on(320),
      createdOn: on(226),
      changes: [{ on: on(270), promoRate: 0.11 }],
    },
    {
      promoCode: 'CROSSBORDER',
      description: 'Rentals between South Africa and its neighbours.',
      promoRate: 0.1,
      startDate: on(322),
      endDate: on(days + 35),
      createdOn: on(311),
      changes: [],
    },
    {
      promoCode: 'SPRING16',
      description: 'Six weeks of sixteen per cent on compact and intermediate groups.',
      promoRate: 0.16,
      startDate: on(days - 50),
      endDate: on(days + 10),
      createdOn: on(days - 59),
      changes: [],
    },
    {
      promoCode: 'NEXTSEASON',
      description: 'The coming season’s opening offer.',
      promoRate: 0.15,
      startDate: on(days + 20),
      endDate: on(days + 110),
      createdOn: on(days - 9),
      changes: [],
    },
  ];
}
