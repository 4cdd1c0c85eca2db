import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 100;

/** The EventStoreDB server program (`eventstored`) that tests and benchmarks may start, or null. */
export const eventStoreServer = (): string | null => process.env.EVENTSTORE_SERVER || null;

/** The files of a secure node: its certificate and key, and the folder with the CA certificate. */
export interface NodeCertificates {
  readonly certificate: string;
  readonly key: string;
  readonly authorities: string;
  /** The CA certificate in that folder. */
  readonly authority: string;
}

export interface NodeOptions {
  readonly port: number;
  /** Holds the node's data and log. */
  readonly folder: string;
  /** Ports of the other nodes of its cluster. */
  readonly others?: readonly number[];
  /** If absent, the node runs in insecure mode. */
  readonly certificates?: NodeCertificates;
}

export interface EventStoreNode {
  readonly port: number;
  readonly process: ChildProcess;
  /** Stops the node and waits for its exit. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Returns free TCP ports of the loopback interface, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await once(server.close(), 'close');
  return ports;
}

/** Returns the HTTP status of a node at `path`; 0 if it does not answer. */
export function askNode(port: number, at: string, certificates?: NodeCertificates): Promise<[number, string]> {
  const options = { host: '127.0.0.1', port, path: at, agent: false, rejectUnauthorized: false, timeout: 2_000 };
  return new Promise((resolve) => {
    const call = (certificates ? httpsRequest : httpRequest)(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(parts).toString()]));
    });
    call.on('error', () => resolve([0, '']));
    call.on('timeout', () => call.destroy());
    call.end();
  });
}

/** Starts EVENTSTORE_SERVER on the loopback and waits until it accepts calls. Throws if it exits first. */
export async function startNode({ port, folder, others = [], certificates }: NodeOptions): Promise<EventStoreNode> {
  const program = eventStoreServer();
  if (program === null) throw new Error('EVENTSTORE_SERVER is not set');
  const [replicationPort] = await freePorts(1);
  const flags: string[] = [
    '--node-ip',
    '127.0.0.1',
    '--node-port',
    String(port),
    '--replication-ip',
    '127.0.0.1',
    '--replication-port',
    String(replicationPort),
    '--db',
    path.join(folder, 'data'),
    '--log',
    path.join(folder, 'log'),
    '--log-level',
    'Warning',
    // The second as in docker-compose.yml.
    '--run-projections',
    'None',
    '--stream-existence-filter-size',
    '32000000',
  ];
  if (others.length > 0) {
    const seeds = others.map((other) => `127.0.0.1:${other}`).join(',');
    flags.push('--cluster-size', String(others.length + 1), '--discover-via-dns', 'false', '--gossip-seed', seeds);
  }
  if (certificates) {
    flags.push('--certificate-file', certificates.certificate, '--certificate-private-key-file', certificates.key);
    flags.push('--trusted-root-certificates-path', certificates.authorities);
  } else flags.push('--insecure');
  const node = spawn(program, flags, {
    stdio: 'ignore',
    env: {
      ...process.env,
      EVENTSTORE_URL: undefined,
      EVENTSTORE_SERVER: undefined,
      EVENTSTORE_TELEMETRY_OPTOUT: 'true',
    },
  });
  const ended = once(node, 'exit');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    node.kill(signal);
    await ended;
  };
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    if (node.exitCode !== null || node.signalCode !== null) throw new Error(`the node ended with ${node.exitCode}`);
    if ((await askNode(port, '/health/live', certificates))[0] === 204) break;
    if (performance.now() > deadline) {
      await stop('SIGKILL');
      throw new Error('the node does not become ready');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { port, process: node, stop };
}

/** Runs `work` with an empty single on-disk node of EVENTSTORE_SERVER, then stops and removes the node. */
export async function withNode<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-eventstore-'));
  const [port] = await freePorts(1);
  try {
    const node = await startNode({ port: port as number, folder });
    try {
      return await work(`esdb://127.0.0.1:${port}?tls=false`);
    } finally {
      await node.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
