import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not the Internet: this machine, private ones, link-local (with the cloud's metadata), reserved. */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** The address leads to a network that nobody may be sent to. */
export class NotOutside extends Error {
  override readonly name = 'NotOutside';
}

/** Whether an IP address is one of the Internet. IPv4 in IPv6 clothes is looked at as IPv4. */
export function isOutside(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(bare);
  return family !== 0 && !inside.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether messages may go to an address: https without credentials, no name or number of a network inside. Outside
 * production also http, and this machine. What a name leads to is judged when it is looked up, by `lookupOutside`.
 */
export function mayBeTold(address: string, production: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  if (!production && (protocol === 'http:' || protocol === 'https:')) return true;
  if (protocol !== 'https:' || /(^|\.)(localhost|local|internal)$/i.test(hostname)) return false;
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? hostname.includes('.') : isOutside(bare);
}

/** A look-up for sockets that gives outside addresses only, so that a name cannot lead inside, however it changes. */
export const lookupOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0);
      return;
    }
    const outside = addresses.filter(({ address }) => isOutside(address));
    const [first] = outside;
    if (!first) callback(new NotOutside('the name leads to no address outside'), '', 0);
    else if (options.all) callback(null, outside);
    else callback(null, first.address, first.family);
  });
};
