import { isIPv6 } from 'node:net';
import type { Origin } from '@fynbos/application/auth/sessions.ts';
import type { Request, RequestHandler } from 'express';

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameOf = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns browser and system of a User-Agent in words, without anything that could identify a device. */
function deviceOf(userAgent: string): string {
  const [browser, system] = [nameOf(BROWSERS, userAgent), nameOf(SYSTEMS, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Returns the eight parts of an IPv6 address as hexadecimal numbers. */
function partsOf(address: string): string[] {
  // URL converts every notation of an address to its unique shortest form.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** Returns an IPv4 address in dotted form, also if it is mapped into IPv6, or the parts of any other IPv6 address. */
function read(address: string): string | readonly string[] {
  if (!isIPv6(address)) return address;
  const parts = partsOf(address);
  if (parts.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return parts;
  return parts
    .slice(6)
    .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff])
    .join('.');
}

/** Returns an address without its last part, so that it shows a network and not a person. */
export function networkOf(address: string): string {
  const parts = read(address);
  if (typeof parts !== 'string') return `${parts.slice(0, 3).join(':')}:*`;
  return parts === '' ? 'unknown' : parts.replace(/\.\d+$/, '.*');
}

/** The address, or the /64 of IPv6: a customer gets at least a /64, which has 2^64 addresses. */
export function rateLimitKey(address: string): string {
  const parts = read(address);
  return typeof parts === 'string' ? parts : `${parts.slice(0, 4).join(':')}::/64`;
}

/** An address as proxies write it in `X-Forwarded-For`, without brackets, quotes and port. */
const withoutPort = (entry: string): string =>
  /^"?(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d*)?"?$/.exec(entry.trim())?.slice(1).find(Boolean) ?? entry;

/** Removes ports from `X-Forwarded-For`, because Express trusts and returns its entries as they are. */
export const readForwardedAddresses: RequestHandler = (request, _response, next) => {
  const forwarded = request.get('X-Forwarded-For');
  if (forwarded) request.headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(',');
  next();
};

/** Returns the origin of a call, as its session shows it. */
export const originOf = (request: Request): Origin => ({
  device: deviceOf(request.get('user-agent') ?? ''),
  network: networkOf(request.ip ?? ''),
});
