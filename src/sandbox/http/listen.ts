import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

export interface Listening {
	port: number
	stop(): Promise<void>
}

/** Serves the app. If the port cannot be used, throws an error that says why. */
export async function listen(app: Hono, host: string, port: number): Promise<Listening> {
	const server = createServer(getRequestListener((request, env) => app.fetch(request, env)))
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
		server.listen(port, host, resolve)
	})
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.')
	return { port: address.port, stop: () => close(server) }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
	switch (error.code) {
		case 'EADDRINUSE':
			return new Error(`Port ${port} is in use. Give the sandbox another SANDBOX_PORT.`, { cause: error })
		case 'EACCES':
			return new Error(`This user may not use port ${port}. Give the sandbox another SANDBOX_PORT.`, {
				cause: error,
			})
		case 'EADDRNOTAVAIL':
			return new Error(`${host} is not an address of this machine. Set HOST to one that is.`, {
				cause: error,
			})
		default:
			return error
	}
}

/** Closes the server, after a moment for requests in progress. Some of them hang on purpose. */
function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		const forceClose = setTimeout(() => server.closeAllConnections(), 500)
		server.close(() => {
			clearTimeout(forceClose)
			resolve()
		})
		server.closeIdleConnections()
	})
}
