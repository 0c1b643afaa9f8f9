import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The operator's exceptions (`OUTBOUND_ALLOW`) to the rule that only public IP addresses are called. */
export type AllowList = {
  hosts: ReadonlySet<string>
  networks: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]
}

const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

/**
 * Reads a list of hosts (`crm.internal`), IP addresses (`10.1.2.3`) and networks (`10.0.0.0/8`, `fd00::/8`), separated by commas.
 * @returns the list, or null if an entry is not one of these
 */
export function readAllowList(text: string): AllowList | null {
  const hosts = new Set<string>()
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = []
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (entry === '') continue
    if (ipaddr.isValidCIDR(entry)) networks.push(ipaddr.parseCIDR(entry))
    else if (ipaddr.IPv6.isValid(entry)) networks.push([ipaddr.parse(entry), IPV6_BITS])
    else if (ipaddr.IPv4.isValidFourPartDecimal(entry)) networks.push([ipaddr.parse(entry), IPV4_BITS])
    // In a URL, a name that ends in digits counts as an address.
    else if (HOST.test(entry) && !/(^|\.)\d+$/.test(entry)) hosts.add(entry)
    else return null
  }
  return { hosts, networks }
}

const IPV4_BITS = 32
const IPV6_BITS = 128

/** Addresses of the public internet (RFC 4291, section 2.4). Other ranges are not assigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** The well-known prefix of NAT64 (RFC 6052). The prefix for local use, 64:ff9b:1::/48, is not allowed. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
/** This address looks public, but at Azure it is the host of the virtual machine. */
const AZURE_HOST = '168.63.129.16'

/**
 * Whether an IP address may be called: it is public and does not belong to this machine, or the operator allows it. An address
 * that contains an IPv4 address (mapped, NAT64, 6to4) is treated like the IPv4 address.
 */
export function isCallable(address: string, { networks }: AllowList, own: readonly string[] = ownAddresses()): boolean {
  if (isIP(address) === 0) return false
  const forms = formsOf(ipaddr.parse(address))
  const isAllowed = forms.some((form) => networks.some(([network, bits]) => isIn(form, network, bits)))
  if (isAllowed) return true
  const target = forms.at(-1)
  return target !== undefined && isPublic(target) && !own.some((ownAddress) => isSameAddress(target, ownAddress))
}

/** The address, and the IPv4 address that it contains, if any. */
function formsOf(address: ipaddr.IPv4 | ipaddr.IPv6): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  if (!(address instanceof ipaddr.IPv6)) return [address]
  if (address.isIPv4MappedAddress()) return [address, address.toIPv4Address()]
  const bytes = address.toByteArray()
  if (isIn(address, ...NAT64)) return [address, new ipaddr.IPv4(bytes.slice(12))]
  if (address.range() === '6to4') return [address, new ipaddr.IPv4(bytes.slice(2, 6))]
  return [address]
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || address.toString() === AZURE_HOST) return false
  return address.kind() === 'ipv4' || isIn(address, ...GLOBAL_IPV6)
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, network: ipaddr.IPv4 | ipaddr.IPv6, bits: number) =>
  address.kind() === network.kind() && address.match(network, bits)

const isSameAddress = (address: ipaddr.IPv4 | ipaddr.IPv6, text: string) =>
  ipaddr.isValid(text) && ipaddr.parse(text).toNormalizedString() === address.toNormalizedString()

// Calls to the machine's own public addresses would reach services that the firewall hides from others.
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
