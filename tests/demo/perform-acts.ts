import { DAY_MS } from '@fynbos/domain/calendar.ts';
import pLimit from 'p-limit';
import type { Act, Tools } from './step.ts';

/** An act waits for all older ones, so that events are nearly in the order of their times. */
const WINDOW_MS = 14 * DAY_MS;
const AT_ONCE = 10;

/** Order of acts by what each changes and builds upon. */
class Order {
  private readonly subjects = new Map<string, { changed: Promise<void> | undefined; builtUpon: Promise<void>[] }>();

  before({ about, upon = [] }: Act): Promise<void>[] {
    const changes = about.flatMap((subject) => {
      const { changed, builtUpon } = this.of(subject);
      return changed ? [changed, ...builtUpon] : builtUpon;
    });
    return [...changes, ...upon.flatMap((subject) => this.of(subject).changed ?? [])];
  }

  add({ about, upon = [] }: Act, performed: Promise<void>): void {
    for (const subject of upon) this.of(subject).builtUpon.push(performed);
    for (const subject of about) this.subjects.set(subject, { changed: performed, builtUpon: [] });
  }

  private of(subject: string): { changed: Promise<void> | undefined; builtUpon: Promise<void>[] } {
    const known = this.subjects.get(subject) ?? { changed: undefined, builtUpon: [] };
    this.subjects.set(subject, known);
    return known;
  }
}

/**
 * Nearly in order; skips marked acts and marks finished ones. `onProgress`: counts, time of the last act. The first
 * failure ends it.
 */
export async function performActs(
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
    // After a failure, running acts finish and are marked.
    await Promise.allSettled(running.values());
  }

  async function begin(): Promise<void> {
    for (const act of ordered) {
      // The first entry of the map is the oldest running act.
      for (let [oldest] = running.keys(); oldest && isLongBefore(oldest, act); [oldest] = running.keys())
        await Promise.race(running.values());
      const performed = Promise.all(order.before(act)).then(() => perform(act));
      // Handled at the next wait, or at the end.
      performed.catch(() => undefined);
      running.set(act, performed);
      order.add(act, performed);
    }
  }
}

const isLongBefore = (earlier: Act, act: Act): boolean => act.at.getTime() - earlier.at.getTime() > WINDOW_MS;
