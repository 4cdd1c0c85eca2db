import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

export interface Memory {
  readonly slopeMiBAMinute: number;
  /** In MiB, by third of the run: between two collections V8 lets a heap grow (docs/decisions/0031). */
  readonly thirds: readonly { readonly lowest: number; readonly highest: number }[];
}

/** Processor time of a process in milliseconds (proc_pid_stat(5)). */
export function processorMsOf(pid: number): number {
  const [USER, SYSTEM, MS_A_TICK] = [11, 12, 10];
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * MS_A_TICK;
}

/** Samples resident memory every second until `stop`. `pidOf` is called each time, because processes restart. */
export function watchMemory(
  names: readonly string[],
  pidOf: (name: string) => number,
): { stop(): Record<string, Memory> } {
  const samples = new Map<string, number[]>(names.map((name) => [name, []]));
  const timer = setInterval(() => {
    for (const [name, list] of samples) {
      const [, pages] = readFileSync(`/proc/${pidOf(name)}/statm`, 'utf8').split(' ');
      list.push((Number(pages) * PAGE_BYTES) / 1024 / 1024);
    }
  }, 1_000);
  return {
    stop() {
      clearInterval(timer);
      return Object.fromEntries(
        [...samples].map(([name, list]) => {
          const third = Math.ceil(list.length / 3);
          const thirds = [0, 1, 2].map((at) => {
            const part = list.slice(at * third, (at + 1) * third);
            return { lowest: Math.round(Math.min(...part)), highest: Math.round(Math.max(...part)) };
          });
          // Growth during the warm-up is not a leak.
          const slopeMiBAMinute = Math.round(slopeOf(list.slice(third)) * 60 * 10) / 10;
          return [name, { slopeMiBAMinute, thirds }];
        }),
      );
    },
  };
}

/** Of all processors in a time slice: the share that the host took (0 if not reported), and ms of work. */
export interface Processors {
  readonly stolenShare: number;
  readonly busyMs: number;
}

/** Work of the processors, overall and per slice, until `stop`. */
export function watchProcessors(sliceMs: number): { stop(): { all: Processors; slices: readonly Processors[] } } {
  const marks = [processorTimes()];
  const timer = setInterval(() => marks.push(processorTimes()), sliceMs);
  return {
    stop() {
      clearInterval(timer);
      marks.push(processorTimes());
      const between = (from: number, to: number): Processors => workBetween(marks.at(from) ?? [], marks.at(to) ?? []);
      return { all: between(0, -1), slices: marks.slice(1).map((_, slice) => between(slice, slice + 1)) };
    },
  };
}

/** Ticks of all processors since boot, by category (proc_stat(5)). */
const processorTimes = (): number[] =>
  (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/ +/).slice(1, 9).map(Number);

function workBetween(before: readonly number[], after: readonly number[]): Processors {
  const [IDLE, WAITING, STEAL, MS_A_TICK] = [3, 4, 7, 10];
  const passed = after.map((ticks, at) => ticks - (before[at] ?? 0));
  const all = passed.reduce((sum, ticks) => sum + ticks, 0);
  const of = (kind: number): number => passed[kind] ?? 0;
  return {
    stolenShare: Math.round((of(STEAL) / Math.max(1, all)) * 1000) / 1000,
    busyMs: (all - of(IDLE) - of(WAITING) - of(STEAL)) * MS_A_TICK,
  };
}

/** Least squares: the average increase from one sample to the next. */
function slopeOf(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, one) => sum + one, 0) / Math.max(1, samples.length);
  const [up, across] = samples.reduce(
    ([a, b], one, at) => [a + (at - middle) * (one - mean), b + (at - middle) ** 2],
    [0, 0],
  );
  return across === 0 ? 0 : up / across;
}
