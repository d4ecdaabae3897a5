import ipaddr from 'ipaddr.js';

/** The network of an address: its first address and the number of its leading bits. Zones such as `%eth0` are left out. */
function networkOfBits({ parts }: ipaddr.IPv6, bits: number): string {
  const first = ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parts)}/${bits}`);
  return `${first}/${bits}`;
}

/** One visitor: an IPv4 address, or a /64 of IPv6, which is what one connection gets. A text that is no address is returned unchanged. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  // An IPv4 address may come as an IPv6 one.
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? networkOfBits(address, 64) : address.toString();
}

/** One customer of a provider: the /48 of IPv6, which can be split into 65,536 networks. Null for IPv4. */
export function siteOf(ip: string): string | null {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
  return address instanceof ipaddr.IPv6 ? networkOfBits(address, 48) : null;
}
