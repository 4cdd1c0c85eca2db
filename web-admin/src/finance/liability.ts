/** Response of `GET /api/admin/liability`. Amounts in cents nett. */
export type AgeBucket = 'days30' | 'days60' | 'days90' | 'days180' | 'days365' | 'older' | 'undated' | 'overdrawn';
type Sums = Readonly<Record<AgeBucket, number>> & { readonly agents: number; readonly balanceCents: number };

export interface AgeingView {
  readonly on: string;
  readonly ages: readonly { readonly bucket: AgeBucket; readonly label: string }[];
  readonly rows: readonly (Sums & { readonly standing: string; readonly text: string })[];
  readonly totals: Sums;
}

/** Response of `GET /api/admin/forecast`. Amounts in cents nett; `payeCents` is the amount owed to SARS by the 7th. */
export interface ForecastView {
  readonly on: string;
  /** Days within the months on which a planned change of the reward policy takes effect. */
  readonly policyChanges: readonly string[];
  readonly months: readonly {
    readonly month: string;
    readonly knownCents: number;
    readonly reachingCents: number;
    readonly expectedCents: number;
    readonly expiringCents: number;
    readonly payeCents: number;
  }[];
  readonly undated: readonly {
    readonly standing: string;
    readonly text: string;
    readonly agents: number;
    readonly cents: number;
  }[];
  readonly pendingCents: number;
  readonly paceCents: number;
}

/** Builds the address of the list of agents behind a figure. */
export const agentsBehind = (filter: Readonly<Record<string, string>>): string =>
  `/liability/agents?filter=${encodeURIComponent(JSON.stringify(filter))}`;
