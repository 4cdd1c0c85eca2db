/** A field before and after. `masked`: only the ends of the values are shown. */
export interface RequestedChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly masked?: boolean;
}

/** A request with the fields that describe its changes. */
export interface Request {
  readonly kind: string;
  readonly status: string;
  readonly requestedAt: string;
  readonly fields: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
  /** Masked when the data is personal. */
  readonly personal: Readonly<Record<string, unknown>>;
  /** Changes compared with the current values. Empty when the request is closed or has no earlier values. */
  readonly changes?: readonly RequestedChange[];
}
