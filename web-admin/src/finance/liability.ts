/** What `GET /api/admin/liability` answers. Cents nett. */
export type AgeBucket = 'days30' | 'days60' | 'days90' | 'days180' | 'days365' | 'older' | 'undated' | 'overdrawn';
type Sums = Readonly<Record<AgeBucket, number>> & { readonly agents: number; readonly balanceCents: number };

export interface AgeingView {
  readonly on: string;
  readonly ages: readonly { readonly bucket: AgeBucket; readonly label: string }[];
  readonly rows: readonly (Sums & { readonly standing: string; readonly text: string })[];
  readonly totals: Sums;
}

/** What `GET /api/admin/forecast` answers. Cents nett; `payeCents` is what SARS is owed by the 7th. */
export interface ForecastView {
  readonly on: string;
  /** Days within the months from which a planned change of the reward policy counts. */
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

/** The list of agents behind a figure. */
export const agentsBehind = (filter: Readonly<Record<string, string>>): string =>
  `/liability/agents?filter=${encodeURIComponent(JSON.stringify(filter))}`;
