import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { agedMib } from '../../../tests/support/retained-heap.ts';
import { serve } from './serve.ts';

const CALLS = 400;
/** 20 KB per call. */
const MAX_RETAINED_CALLS = 2_500;

test('a call has the additions of Express, and leaves none after its answer', async () => {
  const app = express();
  app.use((asked, answer) => {
    Object.assign(asked, { ballast: new Array(MAX_RETAINED_CALLS).fill(1) });
    answer.status(201).json({ path: asked.path, isXhr: asked.xhr });
  });
  const server = serve(app, 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const call = async (): Promise<string> => {
    const sent = request({ port, host: '127.0.0.1', path: '/some?where', agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response) text += part;
    return `${response.statusCode} ${text}`;
  };
  expect(await call()).toBe('201 {"path":"/some","isXhr":false}');
  const left = await agedMib(async () => {
    for (let n = 0; n < CALLS; n++) await call();
  });
  expect(left, 'eight MiB came with the calls').toBeLessThan(3);
  agent.destroy();
  server.close();
});
