import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/data/random.ts';
import type { ChaosEnvironment } from './environment.ts';

/** A fault with its name and action, which resolves when its direct effect is over. */
interface Fault {
  readonly text: string;
  /** Null if this machine does not support it; then it is only reported. */
  readonly act: (() => Promise<void>) | null;
}

/** Called for each fault that begins, and for each unsupported one. */
export interface FaultReport {
  began(text: string): void;
  skipped(text: string): void;
}

type Maker = (random: Random, environment: ChaosEnvironment) => Fault;

const KINDS = ['api', 'workers', 'reactors'] as const;

const makers: readonly (readonly [Maker, number])[] = [
  [
    (random, { fleet }) => {
      const id = random.pick(fleet.ids());
      // Sometimes it restarts with a skewed clock.
      const skewMs = random.chance(0.25) ? random.int(-150, 150) * 1_000 : 0;
      const downMs = random.int(0, 2_500);
      return {
        text: `kill ${id} (down ${downMs} ms, clock off by ${skewMs} ms)`,
        act: () => fleet.kill(id, downMs, skewMs),
      };
    },
    8,
  ],
  [
    (random, { fleet }) => {
      const kind = random.pick(KINDS);
      return {
        text: `kill all ${kind}`,
        act: async () => void (await Promise.all(fleet.ids(kind).map((id) => fleet.kill(id, random.int(0, 1_500))))),
      };
    },
    2,
  ],
  [
    (random, { fleet }) => {
      const id = random.pick(fleet.ids());
      const ms = random.int(300, 7_000);
      return { text: `stall ${id} for ${ms} ms`, act: () => fleet.stall(id, ms) };
    },
    3,
  ],
  [
    (random, { postgres }) => {
      const how = random.pick(['fast', 'crash'] as const);
      const downMs = random.int(0, 2_500);
      return { text: `Postgres: ${how} restart, down ${downMs} ms`, act: () => postgres.restart(how, downMs) };
    },
    3,
  ],
  [(random, environment) => fullDisk(random, environment), 2],
  [
    (_random, { postgres }) => ({ text: 'Postgres: SIGKILL one of its sessions', act: () => postgres.killSession() }),
    3,
  ],
  [
    (random, { proxies }) => {
      const proxy = random.pick(proxies);
      return { text: `cut ${proxy.name}`, act: async () => proxy.cut() };
    },
    4,
  ],
  [
    (random, { proxies }) => {
      const proxy = random.pick(proxies);
      const [ms, thenCut] = [random.int(200, 4_000), random.chance(0.5)];
      return {
        text: `freeze ${proxy.name} for ${ms} ms${thenCut ? ', then cut it' : ''}`,
        act: async () => proxy.freeze(ms, thenCut),
      };
    },
    3,
  ],
  [
    (random, { proxies }) => {
      const proxy = random.pick(proxies);
      const [ms, lastMs] = [random.int(5, 80), random.int(500, 3_000)];
      return {
        text: `delay ${proxy.name} by ${ms} ms for ${lastMs} ms`,
        act: async () => {
          proxy.delay(ms);
          await sleep(lastMs);
          proxy.delay(0);
        },
      };
    },
    2,
  ],
  [
    (random, { post }) => {
      const mode = random.pick(['refusing', 'silent'] as const);
      const ms = random.int(500, 3_000);
      return {
        text: `mail and SMS servers ${mode} for ${ms} ms`,
        act: async () => {
          post.setMode(mode);
          await sleep(ms);
          post.setMode('normal');
        },
      };
    },
    3,
  ],
];

const redisMakers: typeof makers = [
  [(_random, { redis }) => ({ text: 'Redis: wipe', act: async () => redis?.wipe() }), 3],
  [
    (random, { redis }) => {
      const downMs = random.int(0, 2_000);
      return {
        text: `Redis: SIGKILL, back empty after ${downMs} ms`,
        act: async () => redis?.crash(downMs),
      };
    },
    3,
  ],
];

function fullDisk(random: Random, { postgres: { fillDisk } }: ChaosEnvironment): Fault {
  const ms = random.int(1_000, 5_000);
  return fillDisk
    ? { text: `fill the disk of Postgres for ${ms} ms`, act: () => fillDisk(ms) }
    : { text: 'skipped: a full disk needs Linux, root and the right to mount', act: null };
}

/** Random faults of the seed, some overlapping, until `isEnough`. The first is a full disk: every round has one. */
export async function injectFaults(
  environment: ChaosEnvironment,
  random: Random,
  isEnough: () => boolean,
  report: FaultReport,
): Promise<void> {
  const choice = [...makers, ...(environment.redis ? redisMakers : [])];
  const active = new Set<Promise<void>>();
  for (let at = 0; !isEnough(); at += 1, await sleep(random.int(100, 1_800))) {
    const fault = at === 0 ? fullDisk(random, environment) : random.weighted(choice)(random, environment);
    if (!fault.act) {
      report.skipped(fault.text);
      continue;
    }
    report.began(fault.text);
    const running = fault.act().catch((error: unknown) => {
      throw new Error(`the fault "${fault.text}" failed`, { cause: error });
    });
    active.add(running);
    const ended = (): void => void active.delete(running);
    running.then(ended, () => undefined);
    if (active.size > 1 || random.chance(0.5)) await Promise.race(active);
  }
  await Promise.all(active);
}
