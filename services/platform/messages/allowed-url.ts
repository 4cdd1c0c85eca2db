import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not public: this machine, private, link-local (with the cloud's metadata service), reserved. */
const NOT_PUBLIC = new BlockList();
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
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4');
/** The public range of IPv6; within it, networks that are reserved or tunnel to IPv4 (Teredo, 6to4) are not public. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6');

/** Domains that are not public, with any subdomain. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/i;

/** The address belongs to a network that is not public. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** Whether an IP address is public. An IPv4-mapped IPv6 address is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(bare);
  if (family === 6) return GLOBAL.check(bare, 'ipv6') && !NOT_PUBLIC.check(bare, 'ipv6');
  return family === 4 && !NOT_PUBLIC.check(bare, 'ipv4');
}

/**
 * https without credentials, port 443 or from 1024, and a public host; outside production http and this machine too.
 * `lookupPublic` checks the addresses of a name.
 */
export function isAllowedUrl(address: string, production: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username || password) return false;
  if (!production && (protocol === 'http:' || protocol === 'https:')) return true;
  // Other system ports belong to other services.
  if (protocol !== 'https:' || (port !== '' && Number(port) < 1024)) return false;
  const bare = hostname.replace(/^\[|\]$|\.+$/g, '');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !PRIVATE_NAME.test(bare);
}

/** A DNS look-up for sockets that returns public addresses only, whatever a name resolves to later. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0);
      return;
    }
    const found = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = found;
    if (!first) callback(new NotPublic('the name has no public address'), '', 0);
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
