import { BlockList, isIP } from 'node:net'

/**
 * Makes the function that finds a visitor's address: the connection's own, unless that is a trusted proxy; then the last
 * address in `X-Forwarded-For` that is not itself a trusted proxy. Anyone can write that header, so nobody else's counts.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
	const isTrusted = createTrust(trustedProxies)

	return (connection: string | undefined, forwardedFor: string | null): string =>
		network(visitorOf(connection, forwardedFor))

	function visitorOf(connection: string | undefined, forwardedFor: string | null): string {
		const direct = plain(connection ?? '')
		if (forwardedFor === null || isIP(direct) === 0 || !isTrusted(direct)) return direct
		const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
		const visitor = hops.findLast((hop) => isIP(hop) === 0 || !isTrusted(hop))
		return visitor !== undefined && isIP(visitor) !== 0 ? visitor : direct
	}
}

/** Whether an address is one of these proxies. */
export function createTrust(trustedProxies: readonly string[]): (address: string) => boolean {
	const trusted = new BlockList()
	for (const entry of trustedProxies) {
		const [address = '', bits] = entry.split('/')
		const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
		if (bits === undefined) trusted.addAddress(address, family)
		else trusted.addSubnet(address, Number(bits), family)
	}
	return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv6 visitor by their network: they have 2^64 addresses in it, and no limit would ever hold. IPv4 as it is. */
function network(address: string): string {
	if (isIP(address) !== 6) return address
	// The URL parser writes any spelling of an address in one way.
	const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
	const groups = head === '' ? [] : head.split(':')
	const after = tail === undefined || tail === '' ? [] : tail.split(':')
	if (tail !== undefined) groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after)
	return `${groups.slice(0, 4).join(':')}::/64`
}

function plain(address: string): string {
	return address.replace(/^::ffff:/, '')
}
