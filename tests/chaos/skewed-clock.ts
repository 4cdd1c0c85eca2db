/**
 * Loaded before a process of the product (`node --import`), this sets its clock off by CLOCK_SKEW_MS: what a machine does
 * whose time nobody keeps. Timers go on as they are.
 */
const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + skewMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + skewMs;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
