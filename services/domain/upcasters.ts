import { withAdjustmentCause } from './rewards-account/adjustment-cause.ts';

/**
 * Steps from an event type's older version to the next: `{ [type]: { [fromVersion]: (data) => data } }`. Pure. To raise
 * a version in catalogue.ts, add its step here; the old version's sample in `samples/` stays.
 */
export const upcasters: Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>> = {
  AccountAdjusted: { 1: withAdjustmentCause },
};
