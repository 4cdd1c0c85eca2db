/** A field before and after. `masked`: only its ends are shown. */
export interface RequestedChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly masked?: boolean;
}

/** A request, as far as it tells what would change. */
export interface Request {
  readonly kind: string;
  readonly status: string;
  readonly requestedAt: string;
  readonly fields: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
  /** Masked where it is about a person. */
  readonly personal: Readonly<Record<string, unknown>>;
  /** Against what stands now; empty where the request is over or there is nothing before it. */
  readonly changes?: readonly RequestedChange[];
}
