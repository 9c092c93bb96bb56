import { BlockList, isIP } from 'node:net'

/**
 * Makes the function that finds a visitor's address: the connection's own, unless that is a trusted proxy; then the last
 * address in `X-Forwarded-For` that is not itself a trusted proxy. Anyone can write that header, so nobody else's counts.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
	const trusted = new BlockList()
	for (const entry of trustedProxies) {
		const [address = '', bits] = entry.split('/')
		const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
		if (bits === undefined) trusted.addAddress(address, family)
		else trusted.addSubnet(address, Number(bits), family)
	}
	const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

	return (connection: string | undefined, forwardedFor: string | null): string => {
		const direct = plain(connection ?? '')
		if (forwardedFor === null || isIP(direct) === 0 || !isTrusted(direct)) return direct
		const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
		const visitor = hops.findLast((hop) => isIP(hop) === 0 || !isTrusted(hop))
		return visitor !== undefined && isIP(visitor) !== 0 ? visitor : direct
	}
}

function plain(address: string): string {
	return address.replace(/^::ffff:/, '')
}
