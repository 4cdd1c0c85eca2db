import { isIPv4 } from 'node:net';
import type { Request } from 'express';
import type { Origin } from './sessions.ts';

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

/** An address without its last part, so that it shows a place and not a person. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:/, '');
  if (isIPv4(bare)) return bare.replace(/\.\d+$/, '.*');
  return bare === '' ? 'unknown' : `${bare.split(':').slice(0, 3).join(':')}:*`;
}

/** Where a call comes from, as its session shows it. */
export const originOf = (request: Request): Origin => ({
  device: deviceOf(request.get('user-agent') ?? ''),
  network: networkOf(request.ip ?? ''),
});
