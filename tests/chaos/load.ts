import { randomOf } from '../demo/data/random.ts';
import { AgentSender } from './agent-sender.ts';
import { Caller } from './caller.ts';
import type { ChaosEnvironment } from './environment.ts';
import { FactMaker } from './facts.ts';
import type { Ledger } from './ledger.ts';
import type { RunningProgramme } from './programme.ts';
import { Reader } from './reader.ts';
import { RentalSender } from './rental-sender.ts';

const SENDERS = [1, 2, 3];
const READERS = [1, 2];
/** Timeout for the last acknowledgement after the last fault, on a busy machine. */
const FINISH_MS = 300_000;

/** A steady load of rental events, commands and reads. */
export interface Load {
  /** Stops; resolves when all current calls are answered. */
  stop(): Promise<void>;
  /** Repeats unacknowledged writes until they are acknowledged. */
  finish(): Promise<void>;
}

export function startLoad(
  environment: ChaosEnvironment,
  ledger: Ledger,
  programme: RunningProgramme,
  seed: number,
): Load {
  const { apiKey, adminToken, lines, late } = programme;
  const callerOf = (name: string, impatience: number): Caller =>
    new Caller(environment.urls, randomOf(seed, name), ledger, impatience);
  const rentals = SENDERS.map((n) => {
    const maker = new FactMaker(randomOf(seed, `facts ${n}`), lines, `C${n}`);
    return new RentalSender(callerOf(`rentals ${n}`, 0.1), ledger, maker, randomOf(seed, `sender ${n}`), apiKey);
  });
  const people = new AgentSender(callerOf('people', 0.05), ledger, randomOf(seed, 'people'), adminToken, late);
  const readers = READERS.map(
    (n) => new Reader(callerOf(`reader ${n}`, 0.1), ledger, randomOf(seed, `reading ${n}`), apiKey, adminToken),
  );
  const ending = new AbortController();
  const { signal } = ending;
  const running = [
    ...rentals.map((one) => one.run(signal, 60)),
    people.run(signal, 250),
    ...readers.map((one) => one.run(signal, 100)),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
    async finish() {
      await Promise.all([...rentals.map((one) => one.finish(FINISH_MS)), people.finish(FINISH_MS)]);
    },
  };
}
