import { setTimeout as sleep } from 'node:timers/promises';

const NAME = 'Programme import';
/** How long to wait while the portal's event store or database is unavailable, in seconds. */
const PATIENCE_S = 60;

export interface ImportKey {
  readonly apiKey: string;
  /** Revokes the key if it was created for this import; prints an error if that fails. */
  end(): Promise<void>;
}

/**
 * Imports share one integrator, because a reservation belongs to the sender of its first fact: a repeated import is
 * answered with duplicates.
 */
export async function importKey(base: string, token: string): Promise<ImportKey> {
  if (process.env.INTEGRATOR_KEY) return { apiKey: process.env.INTEGRATOR_KEY, end: async () => undefined };
  const call = async (method: string, path: string, body?: object): Promise<never> => {
    const response = await patiently(() =>
      fetch(`${base}/api/admin/integrators${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      }),
    );
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as never;
  };
  const filter = encodeURIComponent(JSON.stringify({ name: NAME, status: 'live' }));
  const found: { id: string; name: string }[] = await call('GET', `?filter=${filter}`);
  const known = found.find(({ name }) => name === NAME);
  const made: { id?: string; keyId: string; apiKey: string } = known
    ? await call('POST', `/${known.id}/keys`)
    : await call('POST', '', { name: NAME, scopes: ['rental-events:write', 'rental-events:read'] });
  const integratorId = known?.id ?? made.id;
  const end = (): Promise<void> =>
    call('DELETE', `/${integratorId}/keys/${made.keyId}`).catch((error: unknown) => {
      console.error(
        `The key ${made.keyId} of the integrator ${NAME} could not be revoked. Revoke it in the dashboard, under Integrators: ${(error as Error).message}`,
      );
    });
  return { apiKey: made.apiKey, end };
}

/** Retries after `Retry-After` while the answer is 503, or while the api is being replaced and does not answer. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let waited = 0; ; ) {
    const response = await ask().catch((error: unknown) => {
      if (waited >= PATIENCE_S) throw error;
      return null;
    });
    if (response !== null && (response.status !== 503 || waited >= PATIENCE_S)) return response;
    const seconds = Number(response?.headers.get('retry-after') ?? '2');
    waited += seconds;
    await sleep(seconds * 1_000);
  }
}
