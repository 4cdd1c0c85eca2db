import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drained } from './drain.ts';

/** Longer than Node's default for an idle connection: five seconds, plus one that it adds. */
const LONGER_MS = 6_500;

/** Long enough for two calls on a busy machine. */
const NOTICE_MS = 8_000;

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  noticeMs = 0,
  streams?: AbortController,
) {
  const server = createServer(answer);
  const { stop } = drained(server.listen(0, '127.0.0.1'), noticeMs, streams);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const call = async (): Promise<string | undefined> => {
    const sent = request({ port, host: '127.0.0.1', agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.headers.connection;
  };
  return { server, stop, call, connections: () => connections, agent };
}

test.concurrent('a connection that was idle longer than the default of Node serves the next call', async () => {
  const { stop, call, connections, agent } = await serve((_request, response) => response.end());
  await call();
  await sleep(LONGER_MS);
  expect(await call()).toBe('keep-alive');
  expect(connections()).toBe(1);
  const began = performance.now();
  await stop();
  expect(performance.now() - began, 'a waiting connection does not hold up a stop').toBeLessThan(30_000);
  agent.destroy();
});

test.concurrent('accepts new connections until proxies have noticed the stop', async () => {
  const { stop, call, connections, agent } = await serve((_request, response) => response.end(), NOTICE_MS);
  const stopped = stop();
  await sleep(100);
  expect(await call()).toBe('close');
  expect(await call()).toBe('close');
  expect(connections()).toBe(2);
  await stopped;
  await expect(call()).rejects.toThrow('ECONNREFUSED');
  agent.destroy();
});

test('a stop answers running calls, on old and new connections, and then ends', async () => {
  const open: ServerResponse[] = [];
  const { server, stop, call, agent } = await serve((_request, response) => open.push(response));
  const begun = call();
  await expect.poll(() => open.length).toBe(1);
  const second = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  await once(second, 'socket').then(([socket]) => once(socket, 'connect'));
  const stopped = stop();
  second.end();
  const late = once(second, 'response').then(([response]) => (response as IncomingMessage).headers.connection);
  await expect.poll(() => open.length).toBe(2);
  for (const response of open) response.end();
  expect(await late).toBe('close');
  expect(await begun).toBe('keep-alive');
  await stopped;
  agent.destroy();
  await expect(call()).rejects.toThrow(/ECONNREFUSED/);
});

test('a stop ends streams that would stay open', async () => {
  const streams = new AbortController();
  let open = 0;
  const { stop, call, agent } = await serve(
    (_request, response) => {
      open += 1;
      streams.signal.addEventListener('abort', () => response.end());
    },
    0,
    streams,
  );
  const begun = call();
  await expect.poll(() => open).toBe(1);
  await stop();
  await begun;
  agent.destroy();
});
