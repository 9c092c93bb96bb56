import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** Passes each new connection to the next server that accepts it, like a load balancer. */
export interface Balancer {
	url: string
	/** Delays all data by this many milliseconds from now on, in both directions. */
	delay(ms: number): void
	close(): Promise<void>
}

/** `targets` is called for each connection, since a database has another port after each start. */
export async function startBalancer(port: number, targets: () => readonly number[]): Promise<Balancer> {
	const open = new Set<Socket>()
	let turn = 0
	let delayMs = 0
	const server = createServer((client) => {
		open.add(client)
		client.on('close', () => open.delete(client))
		client.on('error', () => client.destroy())
		turn += 1
		const ports = targets()
		reach(
			client,
			[...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)],
			() => delayMs,
		)
	})
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${port}`,
		delay: (ms) => {
			delayMs = ms
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				for (const socket of open) socket.destroy()
			}),
	}
}

function reach(client: Socket, [port, ...others]: readonly number[], delayMs: () => number): void {
	if (port === undefined) {
		client.destroy()
		return
	}
	const upstream = connect(port, '127.0.0.1')
	upstream.once('connect', () => {
		client.pipe(late(delayMs)).pipe(upstream)
		upstream.pipe(late(delayMs)).pipe(client)
		client.on('close', () => upstream.destroy())
		// `pipe` passes on a normal end once the data still on its way has arrived. Only a broken connection is cut at once.
		upstream.on('close', (isBroken) => isBroken && client.destroy())
	})
	upstream.once('error', () => {
		if (upstream.connecting || upstream.bytesRead === 0) reach(client, others, delayMs)
		else client.destroy()
	})
}

function late(delayMs: () => number): Transform {
	return new Transform({
		transform: (chunk, _encoding, done) => {
			const ms = delayMs()
			if (ms === 0) done(null, chunk)
			else setTimeout(() => done(null, chunk), ms)
		},
	})
}
