import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { KeyRing } from '../crypto/keys.ts';
import { NotSent } from './delivery.ts';
import type { Post } from './post.ts';

const CURVE = 'prime256v1';
/** Seconds that the push service keeps a notification for a device that is switched off: three days. */
const TTL_SECONDS = 3 * 24 * 3_600;
/** Seconds that the proof of the sender is valid; at most 24 hours are allowed. */
const PROOF_SECONDS = 12 * 3_600;
const RECORD_BYTES = 4_096;

/** The device of a notification, as its browser named it. Keys: base64url. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A notification. A device shows notifications with the same `id` once. */
export interface PushMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

/** The key with which the portal identifies itself to push services (VAPID, RFC 8292). */
export interface PushKey {
  readonly privateKey: KeyObject;
  /** Uncompressed point, base64url: browsers need it to subscribe. */
  readonly publicKey: string;
}

/** Derives the key from the product's own key, so that it survives rotation and restores and is not stored (0009). */
export function pushKeyOf({ keyedHash }: Pick<KeyRing, 'keyedHash'>): PushKey {
  const pair = createECDH(CURVE);
  const d = Buffer.from(keyedHash('web push key', 'vapid'), 'hex');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x, y };
  return { privateKey: createPrivateKey({ key, format: 'jwk' }), publicKey: point.toString('base64url') };
}

/** Whether a text is a browser's public key: an uncompressed point of the curve, base64url. */
export function isPushPublicKey(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, CURVE);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts a text for a device (RFC 8291, one record of RFC 8188). Only the device can decrypt it. */
export function encryptPush({ p256dh, auth }: Omit<PushTarget, 'endpoint'>, text: string): Buffer {
  const sender = createECDH(CURVE);
  const own = sender.generateKeys();
  const device = Buffer.from(p256dh, 'base64url');
  const salt = randomBytes(16);
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device, own]);
  const key = derive(sender.computeSecret(device), Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  // The last record of a text ends in 2.
  const record = cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)]));
  cipher.final();
  return Buffer.concat([salt, size, Buffer.of(own.length), own, record, cipher.getAuthTag()]);
}

/** `gone`: the push service no longer knows the subscription. */
export type SendPush = (target: PushTarget, message: PushMessage) => Promise<'sent' | 'gone'>;

/** `contact`: for push services. Throws `NotSent` if nothing was accepted, another Error if the outcome is unknown. */
export function webPush(post: Post, { privateKey, publicKey }: PushKey, contact: string, now: () => Date): SendPush {
  const proofFor = (origin: string): string => {
    const claims = { aud: origin, exp: Math.floor(now().getTime() / 1000) + PROOF_SECONDS, sub: `mailto:${contact}` };
    const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
  return async (target, message) => {
    const headers = {
      authorization: `vapid t=${proofFor(new URL(target.endpoint).origin)}, k=${publicKey}`,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(TTL_SECONDS),
    };
    const body = encryptPush(target, JSON.stringify(message));
    const { status, error, neverLeft } = await post(target.endpoint, headers, body);
    if (error === null) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    const reason = `the push service: ${error}`;
    if (neverLeft || status === 429 || status === 503) throw new NotSent(reason);
    throw status !== null && status < 500 ? new NotSent(reason, true) : new Error(reason);
  };
}
