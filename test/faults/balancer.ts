import { connect, createServer, type Socket } from 'node:net'

/** Hands each new connection to the next server that takes it, as a balancer in front of several does. */
export interface Balancer {
	url: string
	close(): Promise<void>
}

/** `targets` is asked again for each connection: a database has another port after each start. */
export async function startBalancer(port: number, targets: () => readonly number[]): Promise<Balancer> {
	const open = new Set<Socket>()
	let turn = 0
	const server = createServer((client) => {
		open.add(client)
		client.on('close', () => open.delete(client))
		client.on('error', () => client.destroy())
		turn += 1
		const ports = targets()
		reach(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)])
	})
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				for (const socket of open) socket.destroy()
			}),
	}
}

function reach(client: Socket, [port, ...others]: readonly number[]): void {
	if (port === undefined) {
		client.destroy()
		return
	}
	const upstream = connect(port, '127.0.0.1')
	upstream.once('connect', () => {
		client.pipe(upstream).pipe(client)
		client.on('close', () => upstream.destroy())
		upstream.on('close', () => client.destroy())
	})
	upstream.once('error', () => {
		if (upstream.connecting || upstream.bytesRead === 0) reach(client, others)
		else client.destroy()
	})
}
