/** Counts of the trial's steps. */
export const counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs a step and prints its result; a failed step ends the trial, because later steps build on it. */
export async function step(name: string, work: () => Promise<string>): Promise<void> {
  const began = Date.now();
  try {
    const note = await work();
    counts.passed++;
    console.log(`✓ ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${note && `: ${note}`}`);
  } catch (error) {
    counts.failed++;
    console.log(`✗ ${name}: ${(error as Error).message}`);
    throw error;
  }
}

export function skip(name: string, reason: string): void {
  counts.skipped++;
  console.log(`– ${name} skipped: ${reason}`);
}

export function check(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
