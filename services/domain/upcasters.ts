import { withFieldsOfKind } from './agent/tax-treatment.ts';
import { withAdjustmentCause } from './rewards-account/adjustment-cause.ts';

/**
 * `{ [type]: { [fromVersion]: step } }`. Pure. A higher version in catalogue.ts needs its step here; the old sample in
 * `samples/` stays.
 */
export const upcasters: Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>> = {
  AccountAdjusted: { 1: withAdjustmentCause },
  TaxTreatmentSet: { 1: withFieldsOfKind },
};
