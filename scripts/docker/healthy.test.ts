import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';

const check = async (port: number): Promise<number> => {
  const child = spawn('bash', [path.resolve(import.meta.dirname, 'healthy.sh'), String(port), '/readyz']);
  const [code] = await once(child, 'exit');
  return code;
};

test('a process is healthy if it answers the path with 200', async () => {
  let ready = true;
  const server = createServer((request, response) => {
    response.statusCode = ready && request.url === '/readyz' ? 200 : 503;
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    expect(await check(port)).toBe(0);
    ready = false;
    expect(await check(port)).not.toBe(0);
  } finally {
    await once(server.close(), 'close');
  }
  expect(await check(port)).not.toBe(0);
});
