import { fetch } from 'undici';
import { NotSent, neverLeft } from './delivery.ts';

/** A text message. `id` lets a gateway detect a repetition. */
export interface Sms {
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

export type SendSms = (sms: Sms) => Promise<void>;

const TIMEOUT_MS = 15_000;
/** HTTP statuses that mean that the gateway accepted nothing. */
const isRefusal = (status: number): boolean => (status >= 400 && status < 500) || status === 503;

/**
 * `POST {id, to, text}` as JSON, credentials as Basic authentication. Throws `NotSent` if nothing can have been sent,
 * and another Error if the outcome is unknown (no answer in 15 seconds, 5xx).
 */
export function smsGateway(url: string): SendSms {
  const { target, authorization } = withoutCredentials(url);
  return async ({ id, to, text }) => {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(authorization ? { authorization } : {}),
      },
      body: JSON.stringify({ id, to, text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw neverLeft(error)
        ? new NotSent('the SMS gateway cannot be reached')
        : new Error('the SMS gateway did not answer');
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `the SMS gateway answered ${response.status}`;
    throw isRefusal(response.status) ? new NotSent(message) : new Error(message);
  };
}

function withoutCredentials(url: string): { target: string; authorization: string | undefined } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  if (!username) return { target: parsed.href, authorization: undefined };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { target: parsed.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
