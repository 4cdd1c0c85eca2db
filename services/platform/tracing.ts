import { createHash } from 'node:crypto';
import { context, type Link, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** What a trace shows of a piece of work: names and counts, never an id or a value of a person. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Links of one batch at most; a batch may hold a thousand commands' events. */
const MOST_LINKS = 32;
const SAMPLED = 1;

const tracer = () => trace.getTracer('fynbos-rewards');

/**
 * The trace of everything that has this correlation id, wherever and whenever it runs. It follows from the id, which every
 * event, job and log line carries already: nothing more has to travel with them for a fold to join the trace of the call.
 */
function rootOf(correlationId: string): SpanContext {
  const digest = createHash('sha256').update(correlationId).digest('hex');
  return { traceId: traceIdOf(correlationId), spanId: digest.slice(32, 48), traceFlags: SAMPLED };
}

/** 32 hexadecimal digits: the correlation id's own where it is a UUID, so that a log line's id finds the trace. */
export function traceIdOf(correlationId: string): string {
  const digits = correlationId.replaceAll('-', '').toLowerCase();
  const isUsable = /^[0-9a-f]{32}$/.test(digits) && !/^0+$/.test(digits);
  return isUsable ? digits : createHash('sha256').update(correlationId).digest('hex').slice(0, 32);
}

let given: SpanContext | null = null;
/** Begins the span of a call: the root of its correlation id's trace. The caller ends it. */
export function startCall(name: string, correlationId: string): Span {
  given = rootOf(correlationId);
  try {
    return tracer().startSpan(name, { kind: SpanKind.SERVER, root: true });
  } finally {
    given = null;
  }
}

/** Runs work as part of a span, so that what it does becomes its children. */
export const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(context.active(), span), work);

/**
 * Runs work as a span. Of one correlation id, it is part of that trace; of many, a trace of its own with links to theirs;
 * of none, a child of whatever is under way.
 */
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
    ids.length > 1 ? ids.slice(0, MOST_LINKS).map((correlationId) => ({ context: rootOf(correlationId) })) : [];
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

/** Whether traces go anywhere: without it no span is made and no id collected. */
export const isTracing = (): boolean => ending !== null;

let ending: (() => Promise<void>) | null = null;

/**
 * Sends traces to the OpenTelemetry collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names; does nothing, and loads nothing,
 * where it names none. The exporter reads its further settings (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, …)
 * from the environment as OpenTelemetry's specification says. A collector that is away costs spans, nothing else.
 */
export async function startTracing(service: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (!(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)) return;
  const { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const random = new RandomIdGenerator();
  const provider = new NodeTracerProvider({
    // Random ids, except for the span that `startCall` begins, whose ids follow from its correlation id.
    idGenerator: {
      generateTraceId: () => given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    },
    resource: resourceFromAttributes({ 'service.name': `fynbos-${service}`, 'service.namespace': 'fynbos-rewards' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  ending = () => provider.shutdown();
}

/** Sends what was not sent yet and ends tracing. */
export async function stopTracing(): Promise<void> {
  await ending?.().catch(() => undefined);
  ending = null;
}
