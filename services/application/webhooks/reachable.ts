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
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
/** Of IPv6, everything but global unicast, and within that what is reserved or leads to an IPv4 address (Teredo, 6to4). */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** Names that lead nowhere in public, with any name before them. */
const INSIDE_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/i;

/** The address leads to a network that nobody may be sent to. */
export class NotOutside extends Error {
  override readonly name = 'NotOutside';
}

/** Whether an IP address is one of the Internet. IPv4 in IPv6 clothes is looked at as IPv4. */
export function isOutside(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(bare);
  if (family === 6) return GLOBAL.check(bare, 'ipv6') && !inside.check(bare, 'ipv6');
  return family === 4 && !inside.check(bare, 'ipv4');
}

/**
 * Whether messages may go to an address: https without credentials, on its own port or one from 1024 on, and no name or
 * number of a network inside. Outside
 * production also http, and this machine. What a name leads to is judged when it is looked up, by `lookupOutside`.
 */
export function mayBeTold(address: string, production: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username || password) return false;
  if (!production && (protocol === 'http:' || protocol === 'https:')) return true;
  // Ports of the system other than that of https belong to other services.
  if (protocol !== 'https:' || (port !== '' && Number(port) < 1024)) return false;
  const bare = hostname.replace(/^\[|\]$|\.+$/g, '');
  if (isIP(bare) !== 0) return isOutside(bare);
  return bare.includes('.') && !INSIDE_NAME.test(bare);
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
