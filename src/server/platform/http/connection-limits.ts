import type { Server } from 'node:http'
import { createTrust, networkOf, networksOf, parseAddress } from '#server/platform/http/client-address.ts'

interface ConnectionLimits {
	/** How many connections one address may have open: enough for a campus that shares one address, too few for an attacker. */
	perAddress: number
	/** How long a connection may be idle, in milliseconds. */
	idleMs: number
	/** Trusted proxies, which are not limited because every visitor comes through them. */
	trustedProxies: readonly string[]
}

/** The most open connections in total: far more than visitors need, and fewer than the system allows one process. */
const most = 8_000

/**
 * Limits how many connections may be open: in total, from one address, and from its wider IPv6 networks. Also limits how long a
 * connection may be idle. A client that stops reading is disconnected, but one that reads slowly is served to the end.
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

/**
 * Counts open connections by network. `open` returns the function to call when the connection closes, or undefined if there are
 * too many.
 */
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
