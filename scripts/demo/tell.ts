import pLimit from 'p-limit';
import type { Act, Tools } from './step.ts';

/** No act begins before all that lie longer back than this are done: what is recorded stays nearly in the order of its times. */
const WINDOW_MS = 14 * 86_400_000;
const AT_ONCE = 10;

/** Which acts must be done before another may begin: by what each changes and builds upon. */
class Order {
  private readonly subjects = new Map<string, { changed: Promise<void> | undefined; builtUpon: Promise<void>[] }>();

  before({ about, upon = [] }: Act): Promise<void>[] {
    const changes = about.flatMap((subject) => {
      const { changed, builtUpon } = this.of(subject);
      return changed ? [changed, ...builtUpon] : builtUpon;
    });
    return [...changes, ...upon.flatMap((subject) => this.of(subject).changed ?? [])];
  }

  add({ about, upon = [] }: Act, told: Promise<void>): void {
    for (const subject of upon) this.of(subject).builtUpon.push(told);
    for (const subject of about) this.subjects.set(subject, { changed: told, builtUpon: [] });
  }

  private of(subject: string): { changed: Promise<void> | undefined; builtUpon: Promise<void>[] } {
    const known = this.subjects.get(subject) ?? { changed: undefined, builtUpon: [] };
    this.subjects.set(subject, known);
    return known;
  }
}

/**
 * Tells all acts, nearly in the order of their times, and marks each when it is done; what is marked already is passed over.
 * `onProgress` hears how many are done and of when the last was. The first act that fails ends it.
 */
export async function tell(
  acts: readonly Act[],
  tools: Tools,
  onProgress: (done: number, of: number, at: Date) => void,
): Promise<void> {
  const ordered = [...acts].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1));
  const lane = pLimit(AT_ONCE);
  const order = new Order();
  const running = new Map<Act, Promise<void>>();
  let done = 0;

  const perform = async (act: Act): Promise<void> => {
    if (!tools.marker.isDone(act.key)) {
      await lane(async () => {
        await act.perform(tools);
        await tools.marker.finishAct(act.key);
      });
    }
    running.delete(act);
    onProgress(++done, ordered.length, act.at);
  };

  try {
    await begin();
    await Promise.all(running.values());
  } finally {
    // After a failure what goes on already comes to its end, and its mark.
    await Promise.allSettled(running.values());
  }

  async function begin(): Promise<void> {
    for (const act of ordered) {
      // A map keeps the order of its entries: the first is the oldest that goes on.
      for (let [oldest] = running.keys(); oldest && isLongBefore(oldest, act); [oldest] = running.keys())
        await Promise.race(running.values());
      const told = Promise.all(order.before(act)).then(() => perform(act));
      // Its failure is met at the next wait, or at the end.
      told.catch(() => undefined);
      running.set(act, told);
      order.add(act, told);
    }
  }
}

const isLongBefore = (earlier: Act, act: Act): boolean => act.at.getTime() - earlier.at.getTime() > WINDOW_MS;
