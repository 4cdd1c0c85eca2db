import { hash } from 'node:crypto';
import { context, type Link, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** The attributes of a span: names and counts, never an id or personal data. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Maximum number of links of one batch, which may contain the events of a thousand commands. */
const MAX_LINKS = 32;
const SAMPLED = 1;

const tracer = () => trace.getTracer('fynbos-rewards');

/** Derived from the id, which every event, job and log line has: a fold joins the call's trace without more data. */
function rootOf(correlationId: string): SpanContext {
  const digest = hash('sha256', correlationId);
  return { traceId: traceIdOf(correlationId), spanId: digest.slice(32, 48), traceFlags: SAMPLED };
}

/** 32 hexadecimal digits: the correlation id itself if it is a UUID, so that the id in a log line finds the trace. */
export function traceIdOf(correlationId: string): string {
  const digits = correlationId.replaceAll('-', '').toLowerCase();
  const isUsable = /^[0-9a-f]{32}$/.test(digits) && !/^0+$/.test(digits);
  return isUsable ? digits : hash('sha256', correlationId).slice(0, 32);
}

let parent: SpanContext | null = null;
/** Starts the span of a call: the root of its correlation id's trace. The caller ends it. */
export function startCall(name: string, correlationId: string): Span {
  parent = rootOf(correlationId);
  try {
    return tracer().startSpan(name, { kind: SpanKind.SERVER, root: true });
  } finally {
    parent = null;
  }
}

/** Runs work within a span, so that its spans become children. */
export const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(context.active(), span), work);

/** One correlation id: in its trace; several: in a new trace, linked to theirs; none: below the current span. */
export async function inSpan<T>(
  name: string,
  facts: SpanFacts,
  correlationIds: Iterable<string>,
  work: () => Promise<T>,
): Promise<T> {
  const ids = [...new Set(correlationIds)];
  const [only] = ids;
  const parent =
    ids.length === 1 && only !== undefined ? trace.setSpanContext(context.active(), rootOf(only)) : context.active();
  const links: Link[] =
    ids.length > 1 ? ids.slice(0, MAX_LINKS).map((correlationId) => ({ context: rootOf(correlationId) })) : [];
  const span = tracer().startSpan(name, { attributes: facts, links }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
}

/** Whether traces are exported. Otherwise no span is created and no id is collected. */
export const isTracing = (): boolean => ending !== null;

let ending: (() => Promise<void>) | null = null;

/**
 * Sends spans to `OTEL_EXPORTER_OTLP_ENDPOINT`; loads nothing without it. The exporter reads further settings
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, …) from the environment. An unavailable collector only loses
 * spans.
 */
export async function startTracing(service: string): Promise<void> {
  const { env } = process;
  if (!(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)) return;
  const { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const random = new RandomIdGenerator();
  const provider = new NodeTracerProvider({
    // Random ids, except for the span of `startCall`, which derives its ids from its correlation id.
    idGenerator: {
      generateTraceId: () => parent?.traceId ?? random.generateTraceId(),
      generateSpanId: () => parent?.spanId ?? random.generateSpanId(),
    },
    resource: resourceFromAttributes({ 'service.name': `fynbos-${service}`, 'service.namespace': 'fynbos-rewards' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  ending = () => provider.shutdown();
}

/** Sends pending spans and ends tracing. */
export async function stopTracing(): Promise<void> {
  await ending?.().catch(() => undefined);
  ending = null;
}
