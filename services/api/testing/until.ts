/** Polls for a result of background work; null or false means not yet. Throws after `patienceMs`. */
export async function until<Found>(look: () => Promise<Found | null | false>, patienceMs = 60_000): Promise<Found> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await look();
    if (found !== null && found !== false) return found;
  }
  throw new Error(`the expected result did not come within ${patienceMs} ms`);
}
