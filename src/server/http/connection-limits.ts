import type { Server } from 'node:http'
import { createTrust } from '#server/http/client-address.ts'

interface ConnectionLimits {
	/** Open connections one address may have: a campus shares one, a program that opens them by the thousand does not. */
	perAddress: number
	/** How long a connection may stand still, in milliseconds. */
	idleMs: number
	/** Proxies, through which everybody comes. */
	trustedProxies: readonly string[]
}

/** Far above what visitors need, and below what the machine gives a process. */
const most = 8_000

/**
 * Bounds what connections can cost: how many there are, how many an address has, and how long one may stand still. A reader
 * who takes nothing for so long has gone, or means to hold the connection; one who reads slowly is served to the end.
 */
export function limitConnections(
	server: Server,
	{ perAddress, idleMs, trustedProxies }: ConnectionLimits,
): void {
	const isTrusted = createTrust(trustedProxies)
	const open = new Map<string, number>()
	server.maxConnections = most
	server.setTimeout(idleMs)
	server.on('connection', (socket) => {
		const address = socket.remoteAddress?.replace(/^::ffff:/, '')
		if (address === undefined || isTrusted(address)) return
		const count = (open.get(address) ?? 0) + 1
		if (count > perAddress) {
			socket.destroy()
			return
		}
		open.set(address, count)
		socket.once('close', () => {
			const left = (open.get(address) ?? 1) - 1
			if (left === 0) open.delete(address)
			else open.set(address, left)
		})
	})
}
