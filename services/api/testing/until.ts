/** Asks until something was found, for what happens in the background; null: not yet. Throws after `patienceMs`. */
export async function until<Found>(look: () => Promise<Found | null>, patienceMs = 20_000): Promise<Found> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error('it did not come so far');
}
