import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network of an address: its first address and the number of its leading bits. Zones such as `%eth0` are left out. */
function networkOfBits({ parts }: ipaddr.IPv6, bits: number): string {
  const first = ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parts)}/${bits}`);
  return `${first}/${bits}`;
}

/** The network of one visitor: an IPv4 address, or the /64 of IPv6 of one connection. Returns other texts unchanged. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  // An IPv4 address may come as an IPv6 one.
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? networkOfBits(address, 64) : address.toString();
}

/** The network of one customer of a provider: the /48 of IPv6, which has 65,536 networks. Null for IPv4. */
export function siteOf(ip: string): string | null {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
  return address instanceof ipaddr.IPv6 ? networkOfBits(address, 48) : null;
}

/** A check whether an address is one of these addresses and networks, such as 10.0.0.0/8. */
export function isAmong(networks: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const entry of networks) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** The address in `203.0.113.77:41000` or `[2001:db8::1]:443`. */
const WITH_PORT = /^"?(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?"?$/i;

/**
 * The IP address in an entry of X-Forwarded-For; null when there is none. Some gateways add the port of the connection, which is another
 * one for each.
 */
export function addressIn(entry: string): string | null {
  if (isIP(entry)) return entry;
  const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
  const address = v6 ?? v4 ?? '';
  return isIP(address) ? address : null;
}

/** Fastify's `trustProxy` for these proxies. Fastify's own takes no port. */
export function trustProxies(proxies: readonly string[]): false | ((entry: string) => boolean) {
  if (proxies.length === 0) return false;
  const isTrusted = isAmong(proxies);
  return (entry) => {
    const ip = addressIn(entry);
    return ip !== null && isTrusted(ip);
  };
}

/**
 * The IP address of the caller: of the connection, or the one that the trusted proxies name. When they name something else, such as
 * `unknown`, it is the address of the proxy that got it, so that the text makes nobody another caller.
 */
export const callerOf = ({ ip, ips }: { ip: string; ips?: string[] | undefined }): string =>
  (ips ?? [ip]).map(addressIn).findLast((address) => address !== null) ?? ip;
