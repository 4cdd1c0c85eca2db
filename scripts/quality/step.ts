/** What a step of `./scripts/test` found. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** What could not be run here, each with its reason. */
  readonly skipped: readonly string[];
  /** What a person needs to mend it; empty where it was shown already or nothing failed. */
  readonly output: string;
}

export interface Step {
  readonly name: string;
  /** `check` looks at the sources only; `npm run check` runs these alone. */
  readonly kind: 'check' | 'tests';
  run(): Promise<StepResult>;
}

/** A check either holds or not. */
export const verdict = (holds: boolean, output = ''): StepResult => ({
  passed: holds ? 1 : 0,
  failed: holds ? 0 : 1,
  skipped: [],
  output: holds ? '' : output,
});
