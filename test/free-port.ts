import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

/**
 * Returns a port that is free and is returned only once. It is below the range that the system uses for outgoing connections.
 * Such a connection could otherwise take the port before a server starts or restarts on it.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(20_000, 32_000)
		if (given.has(port) || !(await isFree(port))) continue
		given.add(port)
		return port
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer()
	return await new Promise((resolve) => {
		server.once('error', () => resolve(false))
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
	})
}
