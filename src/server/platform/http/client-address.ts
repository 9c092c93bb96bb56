import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { remember } from '#server/platform/cached.ts'

type Address = ReturnType<typeof ipaddr.process>

/**
 * Makes the function that finds a client's address. This is usually the address of the connection. If a trusted proxy opened the
 * connection, it is the last address in `X-Forwarded-For` that is not a trusted proxy. Earlier addresses do not count, because
 * anyone can send this header.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
	const isTrusted = createTrust(trustedProxies)
	const direct = rememberLatest((connection: string) => {
		const address = parseAddress(connection)
		return address && { network: networkOf(address), isProxy: isTrusted(address) }
	})

	return (connection: string | undefined, forwardedFor: string | null): string => {
		const client = direct(connection ?? '')
		if (client === undefined) return ''
		if (forwardedFor === null || !client.isProxy) return client.network
		const hops = forwardedFor.split(',').map((hop) => parseAddress(withoutPort(hop.trim())))
		const hop = hops.findLast((one) => one === undefined || !isTrusted(one))
		return hop === undefined ? client.network : networkOf(hop)
	}
}

const remembered = 1_000

/** Caches results by address, because parsing an address takes as long as finding the route of a request. */
function rememberLatest<T>(read: (address: string) => T): (address: string) => T {
	const known = new Map<string, T>()
	return (address) => {
		const found = known.get(address)
		if (found !== undefined) return found
		const result = read(address)
		remember(known, address, result, remembered)
		return result
	}
}

/** Makes the function that reports whether an address is one of these proxies. */
export function createTrust(trustedProxies: readonly string[]): (address: Address) => boolean {
	const ranges = trustedProxies.map(rangeOf)
	return (address) => ranges.some((range) => address.kind() === range[0].kind() && address.match(range))
}

function rangeOf(entry: string): [Address, number] {
	const [text = '', bits] = entry.split('/')
	const address = ipaddr.parse(text)
	if (address instanceof ipaddr.IPv4) return [address, Number(bits ?? 32)]
	if (!address.isIPv4MappedAddress()) return [address, Number(bits ?? 128)]
	return [address.toIPv4Address(), Math.max(Number(bits ?? 128) - 96, 0)]
}

/** Parses an address; an IPv4 address written as IPv6 becomes IPv4. Returns undefined if it is invalid. */
export function parseAddress(text: string): Address | undefined {
	// The library would also accept forms such as 0x7f.1.
	return isIP(text) === 0 ? undefined : ipaddr.process(text)
}

/**
 * Returns the network by which a client is counted: its IPv4 address or its IPv6 /64. A client may use all 2^64 addresses of a
 * /64.
 */
export function networkOf(address: Address): string {
	return address instanceof ipaddr.IPv4 ? address.toString() : networkAt(address, 64)
}

export interface CountedNetwork {
	network: string
	/** The factor by which the limit of one address is multiplied, because more clients share a wider network. */
	share: number
}

/**
 * Returns the networks in which `address` is counted, the narrowest first. `address` is a result of `networkOf`. A home gets a
 * /64 or a /56, and an organisation a /48. If only /64s were counted, one organisation could act as 65,536 clients.
 */
export function networksOf(address: string): CountedNetwork[] {
	if (!address.endsWith('::/64')) return [{ network: address, share: 1 }]
	const parsed = ipaddr.IPv6.parse(address.slice(0, -'/64'.length))
	return [
		{ network: address, share: 1 },
		{ network: networkAt(parsed, 56), share: 2 },
		{ network: networkAt(parsed, 48), share: 4 },
	]
}

/** Returns the widest network in which `address` is counted. */
export function widestNetwork(address: string): string {
	return networksOf(address).at(-1)?.network ?? address
}

/** Writes every leading group, even a zero, so that a network has only one spelling, such as `2001:db8:0::/48`. */
function networkAt({ parts }: { parts: number[] }, bits: 48 | 56 | 64): string {
	const groups = parts.slice(0, Math.ceil(bits / 16))
	if (bits === 56) groups.push((groups.pop() ?? 0) & 0xff00)
	return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** Some proxies add the port: `203.0.113.9:51234`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
	return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1')
}
