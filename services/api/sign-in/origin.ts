import { isIPv6 } from 'node:net';
import type { Origin } from '@fynbos/application/sign-in/sessions.ts';
import type { Request } from 'express';

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

/** Browser and system of a User-Agent in words; nothing of it is kept that could tell one device from another. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [nameOf(BROWSERS, userAgent), nameOf(SYSTEMS, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** The eight parts of an IPv6 address, as numbers in hexadecimal. */
function partsOf(address: string): string[] {
  // URL writes an address in its one shortest form, whatever the form it came in.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** An IPv4 address in dots, also where it came inside an IPv6 one; the parts of any other IPv6 address. */
function read(address: string): string | readonly string[] {
  if (!isIPv6(address)) return address;
  const parts = partsOf(address);
  if (parts.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return parts;
  return parts
    .slice(6)
    .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff])
    .join('.');
}

/** An address without its last part, so that it shows a place and not a person. */
export function networkOf(address: string): string {
  const told = read(address);
  if (typeof told !== 'string') return `${told.slice(0, 3).join(':')}:*`;
  return told === '' ? 'unknown' : told.replace(/\.\d+$/, '.*');
}

/**
 * What limits count an address as: itself, and of IPv6 its /64, the least that a customer is given: whoever has one has
 * 2^64 addresses.
 */
export function rateLimitKey(address: string): string {
  const told = read(address);
  return typeof told === 'string' ? told : `${told.slice(0, 4).join(':')}::/64`;
}

/** Where a call comes from, as its session shows it. */
export const originOf = (request: Request): Origin => ({
  device: deviceOf(request.get('user-agent') ?? ''),
  network: networkOf(request.ip ?? ''),
});
