import { createServer } from 'node:http'
import type { Logger } from 'pino'

interface MetricsPortOptions {
	host: string
	port: number
	/** Returns all metrics in Prometheus' text format. */
	read: () => Promise<string>
	log: Logger
}

export interface MetricsPort {
	/** The port in use. */
	port: number
	close(): Promise<void>
}

/** Serves `/metrics` on a port of its own, for a monitoring system in the owner's network. Rejects with Node's own error. */
export async function openMetricsPort({ host, port, read, log }: MetricsPortOptions): Promise<MetricsPort> {
	const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
		const path = request.url?.split('?')[0]
		if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
			response.writeHead(404).end()
			return
		}
		read().then(
			(text) =>
				response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
			(error: unknown) => {
				log.error({ err: error }, 'the metrics could not be read')
				response.writeHead(500).end()
			},
		)
	})
	// Enough for one or two monitoring systems; a program that opens more connections is at fault.
	server.maxConnections = 20
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, host, () => {
			server.off('error', reject)
			resolve()
		})
	})
	const address = server.address()
	return {
		port: typeof address === 'object' && address !== null ? address.port : port,
		close: async () => {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}
