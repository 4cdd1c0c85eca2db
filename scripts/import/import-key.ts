import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../terminal/run-command.ts';

const NAME = 'Programme import';
/** How long to wait while the portal's event store or database is unavailable, in seconds. */
const MAX_WAIT_S = 60;

export interface ImportKey {
  readonly apiKey: string;
  /** Revokes the key if it was created for this import; prints an error if that fails. */
  end(): Promise<void>;
}

/** A call of an administrator for integrators. */
const integratorsCall = (base: string, token: string, method: string, path: string, body?: object): Promise<Response> =>
  retriedWhileUnavailable(() =>
    fetch(`${base}/api/admin/integrators${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    }),
  );

const failed = async (response: Response): Promise<Error> => new Error(`${response.status}: ${await response.text()}`);

/** Throws `UsageError` for an unknown or removed one. */
export async function assertLiveIntegrator(base: string, token: string, id: string): Promise<void> {
  const response = await integratorsCall(base, token, 'GET', `/${encodeURIComponent(id)}`);
  if (!response.ok && response.status !== 404) throw await failed(response);
  if (response.ok && ((await response.json()) as { status: string }).status === 'live') return;
  throw new UsageError(`There is no integrator with the id ${id}.`);
}

/**
 * Returns a key for sending rental events: a temporary one of the integrator `chosen`, otherwise INTEGRATOR_KEY,
 * otherwise a temporary one of the integrator "Programme import". A reservation belongs to the sender of its first fact
 * (R16), so a repeated import with the same integrator is answered with duplicates.
 */
export async function importKey(base: string, token: string, chosen?: string): Promise<ImportKey> {
  const { INTEGRATOR_KEY } = process.env;
  if (chosen === undefined && INTEGRATOR_KEY) return { apiKey: INTEGRATOR_KEY, end: async () => undefined };
  const call = async (method: string, path: string, body?: object): Promise<never> => {
    const response = await integratorsCall(base, token, method, path, body);
    if (!response.ok) throw await failed(response);
    return (response.status === 204 ? undefined : await response.json()) as never;
  };
  let integratorId = chosen;
  if (integratorId === undefined) {
    const live: { id: string; name: string }[] = await call(
      'GET',
      `?filter=${encodeURIComponent('{"status":"live"}')}`,
    );
    integratorId = live.find(({ name }) => name === NAME)?.id;
    const others = live.filter(({ name }) => name !== NAME).map(({ id, name }) => `${name} (${id})`);
    console.error(
      `The reservations will belong to the integrator ${NAME}. Others need the scope rental-events:any to send later facts about them, and get no webhook for them.${others.length > 0 ? ` To import as one of them, press Ctrl-C and use --integrator ID: ${others.join(', ')}.` : ''}`,
    );
  }
  const made: { id?: string; keyId: string; apiKey: string } =
    integratorId === undefined
      ? await call('POST', '', { name: NAME, scopes: ['rental-events:write', 'rental-events:read'] })
      : await call('POST', `/${integratorId}/keys`);
  const keyPath = `/${integratorId ?? made.id}/keys/${made.keyId}`;
  const end = (): Promise<void> =>
    call('DELETE', keyPath).catch((error: unknown) => {
      console.error(
        `The key ${made.keyId} of the import could not be revoked. Revoke it in the dashboard, under Integrators: ${(error as Error).message}`,
      );
    });
  return { apiKey: made.apiKey, end };
}

/** Retries after `Retry-After` while the answer is 503, or while the api is being replaced and does not answer. */
async function retriedWhileUnavailable(ask: () => Promise<Response>): Promise<Response> {
  for (let waited = 0; ; ) {
    const response = await ask().catch((error: unknown) => {
      if (waited >= MAX_WAIT_S) throw error;
      return null;
    });
    if (response !== null && (response.status !== 503 || waited >= MAX_WAIT_S)) return response;
    const seconds = Number(response?.headers.get('retry-after') ?? '2');
    waited += seconds;
    await sleep(seconds * 1_000);
  }
}
