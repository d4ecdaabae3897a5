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
