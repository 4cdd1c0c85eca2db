import { DEVICE_DAYS } from '@fynbos/application/auth/devices.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { Request } from 'express';

const COOKIE = 'remembered-device';
const SECONDS_PER_DAY = 24 * 3_600;

/** The token of a remembered device; '' without one. */
export const deviceTokenOf = (request: Request): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,100})(?:;|$)`).exec(request.get('cookie') ?? '')?.[1] ?? '';

const cookie = ({ publicUrl }: Pick<Config, 'publicUrl'>, value: string, seconds: number) => ({
  'Set-Cookie': `${COOKIE}=${value}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`,
});

/** The header that gives a device its token. Scripts cannot read it, and only calls below `/api/auth` carry it. */
export const deviceCookie = (config: Pick<Config, 'publicUrl'>, token: string) =>
  cookie(config, token, DEVICE_DAYS * SECONDS_PER_DAY);

/** The header that takes the token away from the device. */
export const noDeviceCookie = (config: Pick<Config, 'publicUrl'>) => cookie(config, '', 0);
