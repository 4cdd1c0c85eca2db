export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** Reasons of skipped tests. */
  readonly skipped: readonly string[];
  /** Details of a failure; empty if they were already printed. */
  readonly output: string;
}

export interface Step {
  readonly name: string;
  /** `check` reads only sources; `npm run check` runs these. `suites` needs both web apps, which `build` builds. */
  readonly kind: 'check' | 'build' | 'suites';
  run(): Promise<StepResult>;
}

/** Result of a check that passes or fails. */
export const verdict = (holds: boolean, output = ''): StepResult => ({
  passed: holds ? 1 : 0,
  failed: holds ? 0 : 1,
  skipped: [],
  output: holds ? '' : output,
});
