import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

const [lowest, count] = [20_000, 12_000]
/** More than there are workers. Each worker of a test run takes only every fortieth port, which no other worker takes. */
const lanes = 40

/**
 * Returns a port that is free and is returned only once. It is below the range that the system uses for outgoing connections.
 * Such a connection could otherwise take the port before a server starts or restarts on it.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = candidate()
		if (given.has(port) || !(await isFree(port))) continue
		given.add(port)
		return port
	}
}

function candidate(): number {
	const { VITEST_POOL_ID: worker } = process.env
	if (worker === undefined) return lowest + randomInt(count)
	// All workers of a run have the same parent, and those of another run at the same time have another.
	return lowest + lanes * randomInt(count / lanes) + ((process.ppid + Number(worker)) % lanes)
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer()
	return await new Promise((resolve) => {
		server.once('error', () => resolve(false))
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
	})
}
