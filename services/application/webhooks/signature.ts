import { createHmac } from 'node:crypto';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { Webhook } from '@fynbos/domain/integrator/webhooks.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';

/** How long the previous secret also signs, so that a receiver can switch without a gap. */
const OVERLAP_MS = DAY_MS;

/** The secret that signs a webhook's messages. It is derived from the product's key and not stored. */
export const secretOf = (
  { keyedHash }: Pick<KeyRing, 'keyedHash'>,
  { webhookId, secretNo }: Pick<Webhook, 'webhookId' | 'secretNo'>,
): string =>
  `whsec_${Buffer.from(keyedHash('webhook secret', `${webhookId} ${secretNo}`), 'hex').toString('base64url')}`;

/**
 * The value of `Fynbos-Signature`: `t=` seconds since 1970, then for each live secret `v1=` the HMAC-SHA256 (hex) of the
 * seconds, a full stop and the body. A receiver compares one of them and rejects messages older than five minutes.
 */
export function signatureOf(keys: Pick<KeyRing, 'keyedHash'>, webhook: Webhook, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const { secretNo, rotatedAt } = webhook;
  const overlaps = rotatedAt !== null && now.getTime() - Date.parse(rotatedAt) < OVERLAP_MS;
  const proofs = [secretNo, ...(overlaps ? [secretNo - 1] : [])].map((no) =>
    createHmac('sha256', secretOf(keys, { ...webhook, secretNo: no }))
      .update(`${seconds}.${body}`)
      .digest('hex'),
  );
  return [`t=${seconds}`, ...proofs.map((proof) => `v1=${proof}`)].join(',');
}
