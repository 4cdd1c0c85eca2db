import { handle } from '@fynbos/application/handle.ts';
import { createPromotion } from '@fynbos/application/promotions/promotions.ts';
import { PROMO_CODE_CLAIM } from '@fynbos/application/rentals/references.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, everHadCode, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { ownerOf } from '@fynbos/event-store/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { IMPORTED } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import type { z } from 'zod';
import { type ImportAnswer, type ImportRun, type LineHandlers, refusedLine, rejected } from '../imports/import.ts';
import { itemErrors } from '../rentals/rental-event-schema.ts';
import { promotionChangeLine, promotionLine } from './promotions-input.ts';

type PromotionLine = z.output<typeof promotionLine>;
type ChangeLine = z.output<typeof promotionChangeLine>;

/** A promotion as its code finds it: its stream and what was recorded, or would have been by a dry run's earlier lines. */
interface Known {
  readonly streamId: string | null;
  readonly events: readonly PromotionEvent[];
}

const sameCreation = (line: PromotionLine, events: readonly PromotionEvent[]): boolean => {
  const [created] = events;
  if (created?.type !== 'PromotionCreated') return false;
  const { data } = created;
  return (['description', 'promoRate', 'startDate', 'endDate', 'isActive'] as const).every(
    (field) => data[field] === line[field],
  );
};

/** What was recorded to hold from a day on. */
function changeFrom(
  events: readonly PromotionEvent[],
  effectiveFrom: string,
): Pick<ChangeLine, 'promoRate' | 'isActive'> | null {
  let found: { promoRate?: number; isActive?: boolean } | undefined;
  for (const event of events) {
    if (!('effectiveFrom' in event.data) || event.data.effectiveFrom !== effectiveFrom) continue;
    if (event.type === 'PromotionRateChanged') found = { ...found, promoRate: event.data.promoRate };
    if (event.type === 'PromotionActivated') found = { ...found, isActive: true };
    if (event.type === 'PromotionDeactivated') found = { ...found, isActive: false };
  }
  return found ?? null;
}

/**
 * Lines `promotion` and `promotion-change`. A promotion is known by its code, a change by its code and effective date: the
 * same again is a duplicate, other content a conflict, nothing is overwritten.
 */
export function promotionLines(log: EventLog, { context, dryRun }: ImportRun): LineHandlers {
  const pretended = new Map<string, Known>();

  const find = async (promoCode: string): Promise<Known | null> => {
    const earlier = pretended.get(codeKey(promoCode));
    if (earlier) return earlier;
    const streamId = await ownerOf(log, PROMO_CODE_CLAIM, codeKey(promoCode));
    if (streamId === null) return null;
    const { events } = await log.readStream(streamId);
    return !everHadCode(events, codeKey(promoCode))
      ? null
      : { streamId, events: events as unknown as readonly PromotionEvent[] };
  };

  const addPromotion = async (line: PromotionLine): Promise<ImportAnswer> => {
    const known = await find(line.promoCode);
    if (known) return sameCreation(line, known.events) ? { result: 'duplicate' } : conflict('promoCode', 'promotion');
    const { type: _type, isActive, ...fields } = line;
    if (dryRun) {
      const created = { type: 'PromotionCreated', data: { promotionId: '', ...fields, isActive } } as const;
      promotionDecider.decide({ type: 'CreatePromotion', promotionId: '', isActive, fields }, promotionDecider.initial);
      pretended.set(codeKey(line.promoCode), { streamId: null, events: [created] });
      return { result: 'recorded' };
    }
    const { position } = await createPromotion(log, fields, isActive, { ...context, causationId: IMPORTED });
    return recorded(position);
  };

  const addChange = async (line: ChangeLine): Promise<ImportAnswer> => {
    const known = await find(line.promoCode);
    if (!known) return rejected('promoCode', 'There is no promotion with this code.');
    const earlier = changeFrom(known.events, line.effectiveFrom);
    if (earlier) {
      const same = earlier.promoRate === line.promoRate && earlier.isActive === line.isActive;
      return same ? { result: 'duplicate' } : conflict('effectiveFrom', 'change from this day');
    }
    const { type: _type, promoCode: _code, ...change } = line;
    const command = { type: 'ChangePromotion', ...change } as const;
    if (dryRun || known.streamId === null) {
      const state = known.events.reduce(promotionDecider.evolve, promotionDecider.initial);
      const events = [...known.events, ...promotionDecider.decide(command, state)];
      pretended.set(codeKey(line.promoCode), { ...known, events });
      return { result: 'recorded' };
    }
    const { position } = await handle(log, promotionDecider, known.streamId, command, {
      ...context,
      causationId: IMPORTED,
    });
    return recorded(position);
  };

  return {
    promotion: oneByOne(promotionLine, addPromotion),
    'promotion-change': oneByOne(promotionChangeLine, addChange),
  };
}

const recorded = (position: string | undefined): ImportAnswer => ({
  result: 'recorded',
  ...(position ? { position } : {}),
});
const conflict = (path: string, what: string): ImportAnswer => ({
  result: 'conflict',
  errors: [{ path, message: `Another ${what} was recorded with other content.` }],
});

/** Checks each line by its schema and takes it in turn; a refusal is that line's answer. */
function oneByOne<Line extends z.ZodType>(schema: Line, take: (line: z.output<Line>) => Promise<ImportAnswer>) {
  return async (values: readonly object[]): Promise<ImportAnswer[]> => {
    const answers: ImportAnswer[] = [];
    for (const value of values) {
      const parsed = schema.safeParse(value);
      answers.push(
        parsed.success
          ? await take(parsed.data).catch(refusedLine)
          : { result: 'rejected', errors: itemErrors(parsed.error) },
      );
    }
    return answers;
  };
}
