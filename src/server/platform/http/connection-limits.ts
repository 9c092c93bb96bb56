import type { Server } from 'node:http'
import { createTrust, networkOf, networksOf, parseAddress } from '#server/platform/http/client-address.ts'

interface ConnectionLimits {
	/** Open connections one address may have: a campus shares one, a program that opens them by the thousand does not. */
	perAddress: number
	/** How long a connection may stand still, in milliseconds. */
	idleMs: number
	/** Proxies, through which every visitor comes. */
	trustedProxies: readonly string[]
}

/** Far above what visitors need, and below what the machine gives a process. */
const most = 8_000

/**
 * Limits what connections can cost: how many there are, how many an address and its wider IPv6 networks have, and how long one
 * may stand still. A reader who takes nothing for so long is cut off; one who reads slowly is served to the end.
 */
export function limitConnections(
	server: Server,
	{ perAddress, idleMs, trustedProxies }: ConnectionLimits,
): void {
	const isTrusted = createTrust(trustedProxies)
	const connections = createConnectionCount(perAddress)
	server.maxConnections = most
	server.setTimeout(idleMs)
	server.on('connection', (socket) => {
		const address = parseAddress(socket.remoteAddress ?? '')
		if (address === undefined || isTrusted(address)) return
		const close = connections.open(networkOf(address))
		if (close === undefined) socket.destroy()
		else socket.once('close', close)
	})
}

/** Counts open connections by network. `open` returns the function that closes one, or undefined if there are too many. */
export function createConnectionCount(perAddress: number) {
	const counts = new Map<string, number>()
	const add = (network: string, change: 1 | -1) => {
		const count = (counts.get(network) ?? 0) + change
		if (count === 0) counts.delete(network)
		else counts.set(network, count)
	}
	return {
		open: (address: string): (() => void) | undefined => {
			const networks = networksOf(address)
			if (networks.some(({ network, share }) => (counts.get(network) ?? 0) >= perAddress * share))
				return undefined
			for (const { network } of networks) add(network, 1)
			return () => {
				for (const { network } of networks) add(network, -1)
			}
		},
	}
}
