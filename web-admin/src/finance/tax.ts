export interface TaxMonth {
  readonly month: string;
  readonly isOpening: boolean;
  readonly agents: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

export interface ReconciliationView {
  readonly agents: number;
  readonly differences: number;
  readonly negative: readonly number[];
  readonly totals: Readonly<Record<string, number>>;
  readonly rows: readonly (Readonly<Record<string, number>> & { readonly agentId: number })[];
}

export interface CompletenessView {
  readonly agents: number;
  readonly incomplete: number;
  readonly rows: readonly { readonly agentId: number; readonly missing: readonly string[] }[];
}

/** A tax year as the server returns it. */
export interface TaxYear {
  readonly months: readonly TaxMonth[];
  readonly reconciliation: ReconciliationView;
  readonly completeness: CompletenessView;
  readonly notice: string;
}
