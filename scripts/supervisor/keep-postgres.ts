import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { LogFile } from './log-file.ts';

export interface KeptPostgres {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A Postgres of our own that is started again, on the same port, when it ends without having been told to. Resolves
 * when it takes connections.
 */
export async function keepPostgres(options: {
  folder: string;
  password: string;
  log: LogFile;
  onRestart: (text: string) => void;
}): Promise<KeptPostgres> {
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
      onRestart(`Postgres has ended; starting it again (its log: ${log.path})`);
      await sleep(delayMs);
      if (stopping) return;
      const again = await begin(port).catch((error: Error) => onRestart(error.message));
      if (again) {
        server = again;
        delayMs = 200;
        // Told to stop while it came up: who stops waits for this, and then stops the new one.
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
