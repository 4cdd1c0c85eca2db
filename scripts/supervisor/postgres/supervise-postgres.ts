import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFile } from '../log-file.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

export interface SupervisedPostgres {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** On the same port when it ends unexpectedly. Resolves when it accepts connections. */
export async function supervisePostgres(options: {
  folder: string;
  password: string;
  log: LogFile;
  onRestart: (text: string) => void;
}): Promise<SupervisedPostgres> {
  const { folder, password, log, onRestart } = options;
  const begin = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ folder, password, port, database: 'fynbos', durability: 'durable', onLog: log.line });
  let server = await begin();
  const { url, port } = server;
  let stopping = false;
  const keep = async (): Promise<void> => {
    for (let delayMs = 200; ; delayMs = Math.min(delayMs * 2, 10_000)) {
      await server.exited;
      if (stopping) return;
      onRestart(`Postgres ended; restarting it (log: ${log.path})`);
      await sleep(delayMs);
      if (stopping) return;
      const restarted = await begin(port).catch((error: Error) => onRestart(error.message));
      if (restarted) {
        server = restarted;
        delayMs = 200;
        // Stopped during the restart: `stop` waits for this and then stops the new server.
        if (stopping) return;
      }
    }
  };
  const keeping = keep();
  return {
    url,
    port,
    async stop() {
      stopping = true;
      await server.stop();
      await keeping;
      await server.stop();
    },
  };
}
