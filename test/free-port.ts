import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

/**
 * A port nobody listens on, and that is given once only. Below those the system takes for outgoing connections: one of
 * these could be gone by the time a server is started on it, or started again.
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
