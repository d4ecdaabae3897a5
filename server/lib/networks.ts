import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string, count: number): string {
  const [head = '', tail] = ip.split('%', 1).join('').toLowerCase().split('::');
  const groups = head ? head.split(':') : [];
  const rest = tail ? tail.split(':').length : 0;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest)).fill('0');
  const all = [...groups, ...zeros, ...(tail ? tail.split(':') : [])];
  return all
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** One visitor: an IPv4 address, or a /64 of IPv6, which is what one connection gets. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  return MAPPED.exec(ip)?.[1] ?? `${groupsOf(ip, 4)}::/64`;
}

/** One customer of a provider: the /48 of IPv6, from which whoever has it makes 65,536 networks. Null for IPv4. */
export const siteOf = (ip: string): string | null =>
  isIPv6(ip) && !MAPPED.test(ip) ? `${groupsOf(ip, 3)}::/48` : null;
