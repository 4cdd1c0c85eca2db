import type { DataOf } from '../event-schema.ts';
import type { Chart } from './chart.ts';
import type { LedgerExportEvent } from './events.ts';

export type Exported = DataOf<LedgerExportEvent, 'LedgerExported'>;
export type ReadBack = DataOf<LedgerExportEvent, 'LedgerReadBack'>;

/** With its read-backs, oldest first. */
export interface LedgerExport extends Exported {
  readonly readBacks: readonly ReadBack[];
}

export interface LedgerExports {
  /** Every version of the chart; the last one is in force. */
  readonly charts: readonly [Chart, ...Chart[]];
  /** Oldest first. */
  readonly exports: readonly LedgerExport[];
}

/** The chart in force, and its version: the number of changes before it. */
export const chartInForce = ({ charts }: LedgerExports): { readonly chart: Chart; readonly version: number } => ({
  chart: charts.at(-1) as Chart,
  version: charts.length - 1,
});

export const lastExportOf = (
  { exports }: LedgerExports,
  { system, from, to }: Pick<Exported, 'system' | 'from' | 'to'>,
): LedgerExport | undefined =>
  exports.findLast((each) => each.system === system && each.from === from && each.to === to);
