import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Express } from 'express';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MIB = 1024 * 1024;

/** Returns the live memory of this process after a full garbage collection, including buffers, in MiB. */
export function aliveMib(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

/** The result of reading an answer slowly. */
export interface Watched {
  readonly lines: number;
  /** The maximum live memory while the answer was being sent, in MiB. */
  readonly mostMib: number;
}

/** Over a real socket. Pauses after each so many bytes and measures the live memory. */
export async function watchedRead(
  app: Express,
  path: string,
  everyBytes: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Watched> {
  const server = app.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const request = http.get({ port, host: '127.0.0.1', path, headers });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`);
    let [lines, bytes, mostMib] = [0, 0, 0];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === 10) lines++;
      bytes += chunk.length;
      if (bytes < everyBytes) continue;
      bytes = 0;
      // A sender without backpressure fills its memory now.
      await new Promise((resolve) => setTimeout(resolve, 20));
      mostMib = Math.max(mostMib, aliveMib());
    }
    return { lines, mostMib };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
