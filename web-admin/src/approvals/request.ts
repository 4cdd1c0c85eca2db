/** A request, as far as it tells what would change. */
export interface Request {
  readonly kind: string;
  readonly status: string;
  readonly requestedAt: string;
  readonly fields: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
  /** Masked where it is about a person. */
  readonly personal: Readonly<Record<string, unknown>>;
}
