import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StoreAccessDenied } from '@fynbos/event-store/eventstoredb/connection.ts';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import {
  eventStoreServer,
  freePorts,
  type NodeCertificates,
  startNode,
} from '@fynbos/event-store/testing/eventstoredb-server.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { describe, expect, test } from 'vitest';
import { invoiceMaker, programme } from './environment/invoices.ts';
import { withPortal } from './environment/portal.ts';
import { freshDatabase } from './support/database.ts';

/** The default account of a new node. */
const ACCOUNT = 'admin:changeit';

const NODE_EXTENSIONS = `subjectAltName=DNS:localhost,IP:127.0.0.1
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth,clientAuth
basicConstraints=CA:FALSE
`;

/** A test certificate authority and a certificate of a node on the loopback. */
async function certificatesIn(folder: string): Promise<NodeCertificates> {
  const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const authorities = path.join(folder, 'authorities');
  execFileSync('mkdir', [authorities]);
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'authorities/ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
  );
  openssl('req', ...key, '-keyout', 'node.key', '-out', 'node.csr', '-subj', '/CN=eventstoredb-node');
  await writeFile(path.join(folder, 'node.ext'), NODE_EXTENSIONS);
  const signing = ['-CA', 'authorities/ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'node.ext'];
  openssl('x509', '-req', '-in', 'node.csr', ...signing, '-days', '2', '-out', 'node.crt');
  const at = (name: string): string => path.join(folder, name);
  return { certificate: at('node.crt'), key: at('node.key'), authorities, authority: at('authorities/ca.crt') };
}

describe.skipIf(eventStoreServer() === null)('EventStoreDB with TLS (skipped unless EVENTSTORE_SERVER is set)', () => {
  test('api, reactors and workers use an account and pay a reward', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-secure-'));
    const database = await freshDatabase();
    try {
      const certificates = await certificatesIn(folder);
      const [port] = (await freePorts(1)) as [number];
      const node = await startNode({ port, folder, certificates });
      const address = (account: string): string =>
        `esdb://${account}localhost:${port}?tls=true&tlsCaFile=${encodeURIComponent(certificates.authority)}`;
      try {
        const stranger = eventStoreDb(address(''));
        await expect(stranger.readAll({ limit: 1 })).rejects.toBeInstanceOf(StoreAccessDenied);
        await stranger.close();
        const make = await invoiceMaker();
        const settings = { EVENTSTORE_URL: address(`${ACCOUNT}@`) };
        await withPortal(
          database.url,
          ['api', 'reactors', 'workers'],
          async (portal) => {
            await portal.call('POST', 'admin/import', await programme());
            const invoices = Array.from({ length: 20 }, (_, n) => JSON.stringify(make(n))).join('\n');
            const send = async (): Promise<string> => {
              const sent = await fetch(`${portal.url}/api/integrations/rental-events`, {
                method: 'POST',
                headers: { authorization: `Bearer ${portal.apiKey}`, 'content-type': 'application/x-ndjson' },
                body: invoices,
              });
              return sent.text();
            };
            // On a busy machine the store may count as unavailable for some seconds.
            await expect.poll(send, { interval: 1_000 }).toMatch(/"(recorded|duplicate)":20/);
            const earned = `select sum("earnedCents")::int as cents from ${readModelTable(balances).sql}`;
            const read = async (): Promise<number> => (await database.pool().query(earned)).rows[0].cents ?? 0;
            await expect.poll(read).toBeGreaterThan(0);
          },
          settings,
        );
      } finally {
        await node.stop();
      }
    } finally {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
