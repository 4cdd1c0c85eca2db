import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSpan, startCall, startTracing, stopTracing, traceIdOf, within } from './tracing.ts';

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string }[];
}
const sent: Sent[] = [];
/** The HTTP endpoint of an OpenTelemetry collector. */
const collector = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans } of scopeSpans) sent.push(...spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  await startTracing('test');
});
afterAll(() => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  collector.close();
});

test('a fold joins the trace of the call that caused its event, by the correlation id', async () => {
  const one = '5f0c8a3e-1111-4222-8333-444455556666';
  const call = startCall('POST', one);
  await within(call, () => inSpan('append', { 'fynbos.events': 1 }, [], async () => undefined));
  call.end();
  // In another process and later, with only the event.
  await inSpan('take balances', {}, [one], async () => undefined);
  await inSpan('take incentives', {}, [one, 'another-call'], async () => undefined);
  await expect(inSpan('take tax', {}, [one], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  await stopTracing();
  const named = (name: string) => sent.find((span) => span.name === name);
  const root = named('POST');
  expect(root).toMatchObject({ traceId: one.replaceAll('-', '') });
  expect(root?.parentSpanId ?? '').toBe('');
  for (const name of ['append', 'take balances', 'take tax'])
    expect(named(name)).toMatchObject({ traceId: root?.traceId, parentSpanId: root?.spanId });
  const batch = named('take incentives');
  expect(batch?.traceId).not.toBe(root?.traceId);
  expect(batch?.links?.map((link) => link.traceId)).toEqual([root?.traceId, traceIdOf('another-call')]);
});
