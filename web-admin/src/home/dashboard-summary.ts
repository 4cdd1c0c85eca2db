/** Response of `GET /api/admin/glance`: the month and the year from read models. Amounts in cents nett. */
export interface DashboardSummary {
  /** `YYYY-MM`, the current month in Johannesburg. */
  readonly month: string;
  readonly owedCents: number;
  readonly pendingCents: number;
  readonly earnedThisMonthCents: number;
  readonly declinedThisMonth: number;
  readonly agents: number;
  readonly enquiries: number;
  readonly approvals: number;
  readonly parkedKeys: number;
  /** The last twelve months, oldest first. */
  readonly months: readonly {
    readonly month: string;
    readonly earnedCents: number;
    readonly pendingCents: number;
    readonly paidCents: number;
    readonly expiredCents: number;
    readonly rentals: number;
  }[];
  readonly promotions: readonly {
    readonly promoCode: string;
    readonly promotionId: string;
    readonly nettCents: number;
    readonly rentals: number;
  }[];
  readonly refusals: readonly { readonly reason: string; readonly rentals: number }[];
  readonly registrations: readonly { readonly month: string; readonly agents: number; readonly referrals: number }[];
  /** Open enquiries by age, as ranges of Johannesburg days; a null `from` has no lower bound. */
  readonly enquiryAges: readonly {
    readonly age: string;
    readonly from: string | null;
    readonly to: string;
    readonly enquiries: number;
  }[];
  readonly ingest: readonly { readonly day: string; readonly events: number }[];
}
