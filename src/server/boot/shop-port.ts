import type { Config } from '#server/config/config.ts'
import { errorCode } from '#server/platform/app-error.ts'
import { type HttpServer, listen } from '#server/platform/http/http-server.ts'
import { portTaken } from './launch-neighbours.ts'

/** Opens the port of the shop. If it cannot be opened, the error says what the owner can do about it. */
export async function openShopPort({
	host,
	port,
	trustedProxies,
	rateLimitScale,
	workers,
}: Config): Promise<HttpServer> {
	try {
		const connectionsPerAddress = Math.ceil((200 * rateLimitScale) / workers)
		return await listen({ host, port, connectionsPerAddress, trustedProxies, isShared: workers > 1 })
	} catch (error) {
		const code = errorCode(error)
		if (code === 'EADDRINUSE') throw portTaken(port)
		if (code === 'EACCES')
			throw new Error(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`)
		throw new Error(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`)
	}
}
