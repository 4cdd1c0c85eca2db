import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventStoreServer, freePorts, startNode } from './eventstoredb-server.ts';

function imageOfCompose(): string {
  const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const image = /image: \$\{EVENTSTORE_IMAGE:-(\S+)\}/.exec(compose)?.[1];
  if (image === undefined) throw new Error('docker-compose.yml names no image of the event store');
  return process.env.EVENTSTORE_IMAGE || image;
}
const PORT = 2113;

/** At EVENTSTORE_URL, a node of EVENTSTORE_SERVER, or a container of Docker; otherwise the reason why there is none. */
export async function startEventStoreDB(): Promise<{ url: string; stop: () => Promise<void> } | { missing: string }> {
  const named = process.env.EVENTSTORE_URL;
  if (named) return { url: named, stop: async () => undefined };
  if (eventStoreServer() !== null) {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-eventstore-'));
    const [port] = (await freePorts(1)) as [number];
    const node = await startNode({ port, folder });
    const stop = async (): Promise<void> => {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { url: `esdb://127.0.0.1:${port}?tls=false`, stop };
  }
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container = await new GenericContainer(imageOfCompose())
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_CLUSTER_SIZE: '1' })
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
      .start();
    const url = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
    return { url, stop: async () => void (await container.stop()) };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/container runtime/i.test(message))
      return { missing: 'neither EVENTSTORE_SERVER nor EVENTSTORE_URL is set and no Docker is here' };
    if (/registry|pull|no such image/i.test(message)) return { missing: 'Docker cannot pull the image' };
    throw error;
  }
}
