import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'

// The baseline server. With plain `node:http`, it only sends the same bytes as the shop, runs the same statements or verifies a
// password. Like the shop, it has its own process. The parent process sends it a message that says what to do.
import { verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import pg from 'pg'
import { z } from 'zod'
import { hashesAtOnce } from '#server/apis/auth/passwords/password-hasher.ts'
import { openingSteps, sendRead } from '#server/platform/db/send-read.ts'
import { sendTogether } from '#server/platform/db/transaction.ts'
import { bareRefresh } from './auth/bare-refresh.ts'

const jobSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('bytes'), body: z.string(), headers: z.record(z.string(), z.string()) }),
	z.object({
		kind: z.literal('read'),
		databaseUrl: z.string(),
		opening: z.object({ role: z.literal('authenticated'), claims: z.string() }),
		read: z.object({ name: z.string(), text: z.string(), values: z.array(z.unknown()) }),
	}),
	z.object({ kind: z.literal('refresh'), databaseUrl: z.string() }),
	z.object({ kind: z.literal('verify'), hash: z.string(), password: z.string() }),
])

function listenerOf(job: z.infer<typeof jobSchema>): RequestListener {
	if (job.kind === 'bytes') {
		const body = Buffer.from(job.body, 'base64')
		return (_request, response) => response.writeHead(200, job.headers).end(body)
	}
	if (job.kind === 'refresh') return bareRefresh(job.databaseUrl)
	return job.kind === 'verify' ? bareVerify(job) : bareRead(job)
}

/** Only verifies a password for each request, as many at a time as the shop does. */
function bareVerify({
	hash,
	password,
}: Extract<z.infer<typeof jobSchema>, { kind: 'verify' }>): RequestListener {
	const queue = new PQueue({ concurrency: hashesAtOnce() })
	return async (request, response) => {
		request.resume()
		await queue.add(() => verify(hash, password))
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
	}
}

/** Sends the same statements as the shop, all in one message, and waits once for all answers. */
function bareRead({ databaseUrl, opening, read }: Extract<z.infer<typeof jobSchema>, { kind: 'read' }>) {
	const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, pipeline: true })
	return async (_request: IncomingMessage, response: ServerResponse) => {
		const client = await pool.connect()
		const [row] = await sendTogether(client, () => sendRead(client, openingSteps(client, opening), read))
		client.release()
		response.writeHead(200, { 'content-type': 'application/json' }).end(row?.json)
	}
}

process.once('message', (message) => {
	const server = createServer(listenerOf(jobSchema.parse(message)))
	server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
