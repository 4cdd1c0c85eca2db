import { dayOf } from '@fynbos/domain/calendar.ts';
import { type CommandContext, fold, idFromStreamName } from '@fynbos/domain/decider.ts';
import {
  codeKey,
  everHadCode,
  hasBegun,
  type PromotionCommand,
  type PromotionFields,
  promotionDecider,
  promotionStreamOf,
} from '@fynbos/domain/promotion/promotion.ts';
import type { PromotionState } from '@fynbos/domain/promotion/state.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { promotionOutcomes } from '@fynbos/projections/incentives/queries.ts';
import { IMPORTED } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { backDateRequest } from '../approvals/changes/back-dated-promotion.ts';
import { handle, stateOf } from '../handle.ts';
import { type ImportOutcome, type ImportRun, rejected } from '../import-run.ts';
import { createPromotion } from '../promotions/manage-promotions.ts';
import { PROMO_CODE_CLAIM } from '../rentals/references.ts';
import type { Stores } from '../services.ts';
import { ImportApprovals } from './line-approvals.ts';

export interface ImportedPromotion extends PromotionFields {
  readonly isActive: boolean;
}
export interface ImportedChange {
  readonly promoCode: string;
  readonly effectiveFrom: string;
  readonly promoRate?: number | undefined;
  readonly isActive?: boolean | undefined;
}
type PromotionEvents = readonly { readonly type: string; readonly data: object }[];

/** A promotion found by its code. `streamId` is null for one of an earlier line of a dry run. */
interface ExistingPromotion {
  readonly streamId: string | null;
  readonly state: PromotionState;
  readonly events: PromotionEvents;
}

const CREATED_FIELDS = ['description', 'promoRate', 'startDate', 'endDate', 'isActive'] as const;

function isSameCreation(promotion: ImportedPromotion, [created]: PromotionEvents): boolean {
  if (created?.type !== 'PromotionCreated') return false;
  const data = created.data as Readonly<Record<string, unknown>>;
  return CREATED_FIELDS.every((field) => data[field] === promotion[field]);
}

/** The rate and switch recorded with effect from a day and not withdrawn; null if there is neither. */
function changeFrom(state: PromotionState, day: string): Pick<ImportedChange, 'promoRate' | 'isActive'> | null {
  if (state.status === 'none') return null;
  const ofDay = (each: { readonly effectiveFrom: string }): boolean => each.effectiveFrom === day;
  const promoRate = state.rates.findLast(ofDay)?.promoRate;
  const isActive = state.switches.findLast(ofDay)?.isActive;
  return promoRate === undefined && isActive === undefined ? null : { promoRate, isActive };
}

/** Whether the same change was recorded before, whatever became of it. */
function wasRecorded(
  events: PromotionEvents,
  { effectiveFrom, promoRate, isActive }: Omit<ImportedChange, 'promoCode'>,
) {
  const ofDay = events.filter(({ data }) => (data as { effectiveFrom?: string }).effectiveFrom === effectiveFrom);
  const hasRate = ofDay.some(
    ({ type, data }) => type === 'PromotionRateChanged' && (data as { promoRate?: number }).promoRate === promoRate,
  );
  const hasSwitch = ofDay.some(({ type }) => type === (isActive ? 'PromotionActivated' : 'PromotionDeactivated'));
  return (promoRate === undefined || hasRate) && (isActive === undefined || hasSwitch);
}

const recorded = (position: Position | undefined): ImportOutcome => ({
  result: 'recorded',
  ...(position ? { position } : {}),
});
const conflict = (path: string, what: string): ImportOutcome => ({
  result: 'conflict',
  errors: [{ path, message: `Another ${what} was recorded with other content.` }],
});

const withdrawn: ImportOutcome = {
  result: 'conflict',
  errors: [
    {
      path: 'effectiveFrom',
      message: 'This change was recorded and then withdrawn. An administrator can plan it again.',
    },
  ],
};

/**
 * Compared by code, changes also by effective date. The same content is a duplicate, other content a conflict; nothing
 * is overwritten. A change that reaches back in time needs an approval if the promotion has decisions (P6, X3). A dry
 * run sees its own earlier lines.
 */
export class PromotionImport {
  /** Promotions of a dry run by `codeKey`. */
  private readonly dryRunStates = new Map<string, ExistingPromotion>();

  private readonly approvals: ImportApprovals;

  constructor(
    private readonly services: Stores,
    private readonly run: ImportRun,
  ) {
    this.approvals = new ImportApprovals(services.log, run, 'effectiveFrom');
  }

  /** Throws the decider's `DomainError`. */
  async addPromotion(line: ImportedPromotion): Promise<ImportOutcome> {
    const existing = await this.find(line.promoCode);
    if (existing)
      return isSameCreation(line, existing.events) ? { result: 'duplicate' } : conflict('promoCode', 'promotion');
    const { isActive, ...fields } = line;
    if (this.run.dryRun) {
      const command = { type: 'CreatePromotion', promotionId: 'dry-run', isActive, fields } as const;
      this.applyInDryRun(line.promoCode, { streamId: null, state: promotionDecider.initial, events: [] }, command);
      return recorded(undefined);
    }
    return recorded((await createPromotion(this.services.log, fields, isActive, this.context())).position);
  }

  /** Throws the decider's `DomainError`. */
  async addChange({ promoCode, ...change }: ImportedChange): Promise<ImportOutcome> {
    const existing = await this.find(promoCode);
    if (!existing) return rejected('promoCode', 'There is no promotion with this code.');
    const earlier = changeFrom(existing.state, change.effectiveFrom);
    if (earlier) {
      const isSame = earlier.promoRate === change.promoRate && earlier.isActive === change.isActive;
      return isSame ? { result: 'duplicate' } : conflict('effectiveFrom', 'change from this day');
    }
    // A file that is sent again must not undo the withdrawal.
    if (wasRecorded(existing.events, change)) return withdrawn;
    if (existing.streamId !== null && (await this.needsApproval(existing.streamId, change))) {
      const { effectiveFrom, promoRate, isActive } = change;
      const id = idFromStreamName(promotionStreamOf, existing.streamId);
      const fields = promoRate === undefined ? {} : { promoRate };
      return this.approvals.request(
        backDateRequest(promoCode, { id, fields, effectiveFrom, ...(isActive === undefined ? {} : { isActive }) }),
      );
    }
    const command = { type: 'ApplyPromotionChange', ...change } as const;
    if (this.run.dryRun || existing.streamId === null) {
      this.applyInDryRun(promoCode, existing, command);
      return recorded(undefined);
    }
    return recorded(
      (
        await handle(this.services.log, {
          decider: promotionDecider,
          streamId: existing.streamId,
          command,
          context: this.context(),
        })
      ).position,
    );
  }

  /** Does not wait for the read model: it could miss only a promotion's first decisions, made a moment ago. */
  private async needsApproval(streamId: string, { effectiveFrom, isActive }: Omit<ImportedChange, 'promoCode'>) {
    if (!hasBegun(effectiveFrom, dayOf(this.context().now), isActive)) return false;
    return (await promotionOutcomes(this.services.db, idFromStreamName(promotionStreamOf, streamId))).length > 0;
  }

  private context(): CommandContext {
    return { ...this.run.context(), causationId: IMPORTED };
  }

  private async find(promoCode: string): Promise<ExistingPromotion | null> {
    const code = codeKey(promoCode);
    const earlier = this.dryRunStates.get(code);
    if (earlier) return earlier;
    const streamId = await ownerOf(this.services.log, PROMO_CODE_CLAIM, code);
    if (streamId === null) return null;
    const stream = await this.services.log.readStream(streamId);
    if (!everHadCode(stream.events, code)) return null;
    return { streamId, state: stateOf(promotionDecider, stream), events: stream.events };
  }

  private applyInDryRun(promoCode: string, existing: ExistingPromotion, command: PromotionCommand): void {
    const events = promotionDecider.decide(command, existing.state, this.context().now.toISOString());
    const state = fold(promotionDecider, existing.state, events);
    this.dryRunStates.set(codeKey(promoCode), { ...existing, state, events: [...existing.events, ...events] });
  }
}
