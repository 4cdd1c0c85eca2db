import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../event-log.ts';
import { memoryEventStore } from '../testing/memory.ts';
import { appendCheckpoints } from './append-checkpoints.ts';
import { exportProof, type Scope, verifierSource } from './export-proof.ts';
import { type Signer, signerOf } from './signature.ts';

const store = memoryEventStore();
const log = new EventLog({ store, keys: memoryKeyRing() });
const now = () => new Date('2026-05-04T08:00:00.000Z');
let signer: Signer;
let folder: string;

async function add(streamId: string, name: string): Promise<void> {
  const stream = await log.readStream(streamId);
  const events = [{ type: 'Happened', data: { at: stream.revision + 1, personal: { name } } }];
  const context = { actor: { kind: 'system' as const, id: 'test' }, now: now(), correlationId: 'test' };
  await log.append([{ stream, events, context }]);
}

beforeAll(async () => {
  signer = await signerOf(log.keys);
  folder = await mkdtemp(path.join(os.tmpdir(), 'export-'));
  await writeFile(path.join(folder, 'verify-export.mjs'), await verifierSource());
  for (let n = 0; n < 7; n++) for (const stream of ['agent-1', 'agent-2', 'agent-3']) await add(stream, 'Thandi Nkosi');
  await appendCheckpoints({ log, signer, now, maxEvents: 6 });
  await add('agent-2', 'Thandi Nkosi');
});
afterAll(() => rm(folder, { recursive: true }));

async function exportOf(scope: Scope): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportProof(store, signer, { scope, exportedAt: now() })) lines.push(line);
  return lines;
}

/** Runs the script as a separate process, in its own folder, with an empty environment. */
async function check(lines: readonly string[], ...args: string[]): Promise<{ code: number | null; said: string }> {
  await writeFile(path.join(folder, 'export.ndjson'), lines.join(''));
  const done = spawnSync(process.execPath, ['verify-export.mjs', 'export.ndjson', ...args], { cwd: folder, env: {} });
  return { code: done.status, said: `${done.stdout}${done.stderr}` };
}

test('a stream can be verified with the file, the script and Node, without personal data', async () => {
  const lines = await exportOf({ streams: ['agent-2'] });
  expect(lines[0]).toContain('"scope":{"stream":"agent-2"}');
  expect(lines.join('')).not.toMatch(/Thandi|Nkosi/);
  const { code, said } = await check(lines, '--key', signer.publicKey);
  expect(said).toContain('INTACT: 8 events of agent-2');
  expect(said).toContain('7 of them under checkpoint');
  expect(said).toContain('which is yours');
  expect(code).toBe(0);
});

test('the whole log can be checked, every checkpoint with it', async () => {
  const { code, said } = await check(await exportOf({ log: true }));
  expect(said).toContain('of the whole log');
  expect(said).toMatch(/24 of them under checkpoint 4, signed/);
  expect(code).toBe(0);
});

test('exports a stream that no checkpoint covers yet and states that', async () => {
  await add('agent-9', 'Sipho');
  const { code, said } = await check(await exportOf({ streams: ['agent-9'] }));
  expect(said).toContain('no checkpoint covers them yet');
  expect(code).toBe(0);
});

/** The same export with tampered lines, and a new checksum and signature. */
async function forged(scope: Scope, change: (lines: string[]) => void, sign = true): Promise<string[]> {
  const lines = await exportOf(scope);
  const end = lines.pop() as string;
  change(lines);
  if (!sign) return [...lines, end];
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex');
  const events = lines.filter((line) => line.startsWith('{"event"')).length;
  const signature = signer.sign(`fynbos export 1\n${events}\n${sha256}`);
  return [...lines, `${JSON.stringify({ end: { events, sha256, signature } })}\n`];
}

describe.each<[string, Scope]>([
  ['a stream', { streams: ['agent-2'] }],
  ['the whole log', { log: true }],
])('an export of %s', (_, scope) => {
  test.each<[string, (lines: string[]) => void]>([
    ['an event was edited', (lines) => lines.splice(3, 1, (lines[3] as string).replace('"Happened"', '"Occurred"'))],
    ['an event was removed', (lines) => void lines.splice(4, 1)],
    ['an event was doubled', (lines) => void lines.splice(4, 0, lines[4] as string)],
    ['two events changed places', (lines) => lines.splice(2, 2, lines[3] as string, lines[2] as string)],
    ['its beginning is gone', (lines) => void lines.shift()],
  ])('is refused when %s, even if the file was signed again', async (_, change) => {
    const { code, said } = await check(await forged(scope, change));
    expect(said).toContain('NOT INTACT');
    expect(code).toBe(1);
  });

  test('is refused when its end was cut off, or a line was added', async () => {
    const lines = await exportOf(scope);
    expect((await check(lines.slice(0, -1))).said).toContain('the file is cut off');
    const added = await forged(scope, (all) => void all.push(all.at(-1) as string), false);
    expect((await check(added)).code).toBe(1);
  });

  test('is refused when it has another key than the expected one', async () => {
    const other = await signerOf(memoryKeyRing());
    const lines: string[] = [];
    for await (const line of exportProof(store, other, { scope, exportedAt: now() })) lines.push(line);
    const { code, said } = await check(lines, '--key', signer.publicKey);
    expect(said).toContain('another key than yours');
    expect(code).toBe(1);
  });
});
