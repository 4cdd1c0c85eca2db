import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express } from 'express';
import { afterEach, expect, test } from 'vitest';
import { limitBodyTime } from '../http/body.ts';
import { MAX_WAITING } from './connection-queue.ts';
import { serve } from './serve.ts';

const LARGE = Buffer.alloc(4 * 1024 * 1024, 'x');
const open: { server?: Server; sockets: Socket[] } = { sockets: [] };

afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy();
  open.server?.closeAllConnections();
  await new Promise((resolve) => open.server?.close(resolve));
});

async function connectTo(app: Express): Promise<Socket> {
  open.server = serve(app, 0, '127.0.0.1');
  await once(open.server, 'listening');
  const socket = connect((open.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  open.sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Returns everything that the other end sends until it closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  await once(socket, 'close');
  return text;
}

const requests = (count: number, path = '/'): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count);

test('answers pipelined requests in their order, one after the other', async () => {
  const app = express();
  let handling = 0;
  let most = 0;
  let count = 0;
  app.get('/', async (_request, response) => {
    most = Math.max(most, ++handling);
    await sleep(1);
    handling--;
    response.send(`<${count++}>`);
  });
  const socket = await connectTo(app);
  socket.write(`${requests(49)}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const text = await readAll(socket);
  expect([...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n))).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect(most).toBe(1);
});

test('does not begin the next request while a client reads nothing', async () => {
  const app = express();
  let begun = 0;
  app.get('/', (_request, response) => {
    begun++;
    response.end(Buffer.concat([LARGE, LARGE]));
  });
  const socket = await connectTo(app);
  socket.pause();
  socket.write(requests(50));
  await expect.poll(() => begun).toBe(1);
  await sleep(300);
  expect(begun).toBe(1);
});

test('cuts off a client that sends more requests than may wait', async () => {
  const app = express();
  let begun = 0;
  app.get('/', () => {
    begun++;
  });
  const socket = await connectTo(app);
  socket.write(requests(MAX_WAITING + 500));
  await readAll(socket);
  expect(begun).toBe(1);
});

test('answers headers that are too large with 431 before the connection ends', async () => {
  const socket = await connectTo(express());
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(3_000_000)}\r\n\r\n`);
  const text = await readAll(socket);
  expect(text).toMatch(/^HTTP\/1\.1 431 /);
  expect(text).toContain('"status":431');
});

test('answers a body that does not arrive in time with 408, without affecting other calls', async () => {
  const app = express();
  app.use(limitBodyTime(1_000));
  app.post('/', async (request, response) => {
    try {
      for await (const _part of request);
      response.send('whole');
    } catch {
      // Answered already.
    }
  });
  const socket = await connectTo(app);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc');
  await sleep(1_100);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
  const text = await readAll(socket);
  expect(text).toMatch(/200 OK.*whole.*HTTP\/1\.1 408 .*"status":408/s);
});
