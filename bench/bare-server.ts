import { createServer, type RequestListener } from 'node:http'

// The baseline: Node's own server sending the same bytes, or doing the same statements, and nothing else.
// Told by its parent what to do, so that it runs in a process of its own as the shop does.
import pg from 'pg'
import { z } from 'zod'
import { bareRefresh } from './auth/bare-refresh.ts'

const jobSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('bytes'), body: z.string(), headers: z.record(z.string(), z.string()) }),
	z.object({ kind: z.literal('statements'), databaseUrl: z.string(), open: z.string(), query: z.string() }),
	z.object({ kind: z.literal('refresh'), databaseUrl: z.string() }),
])

function listenerOf(job: z.infer<typeof jobSchema>): RequestListener {
	if (job.kind === 'bytes') {
		const body = Buffer.from(job.body, 'base64')
		return (_request, response) => response.writeHead(200, job.headers).end(body)
	}
	if (job.kind === 'refresh') return bareRefresh(job.databaseUrl)
	const pool = new pg.Pool({ connectionString: job.databaseUrl, max: 10, pipeline: true })
	return async (_request, response) => {
		const client = await pool.connect()
		const [, result] = await Promise.all([
			client.query(job.open),
			client.query(job.query),
			client.query('commit'),
		])
		client.release()
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result.rows))
	}
}

process.once('message', (message) => {
	const server = createServer(listenerOf(jobSchema.parse(message)))
	server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
