import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { sentence } from '#server/operations/admin-cli/run-for-operator.ts'
import { freePort } from '#test/free-port.ts'

async function failureOf(url: string): Promise<unknown> {
	const client = new pg.Client({ connectionString: url })
	return await client.connect().then(
		() => client.end(),
		(error: unknown) => error,
	)
}

test('the message about a stopped database names its setting', async () => {
	const said = sentence(await failureOf('postgresql://owner:secret@127.0.0.1:1/headstart'))
	expect(said).toMatch(/cannot be reached .* DATABASE_URL\.$/)
	expect(said).not.toContain('secret')
})

test('the message about a database that hangs names its setting', async () => {
	const sockets: Socket[] = []
	const port = await freePort()
	const silent = createServer((socket) => sockets.push(socket)).listen(port, '127.0.0.1')
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy()
		silent.close()
	})
	await once(silent, 'listening')
	const options = { host: '127.0.0.1', port, connectionTimeoutMillis: 20 }
	for (const driver of [new pg.Pool(options), new pg.Client(options)]) {
		const error: unknown = await driver.connect().catch((failure: unknown) => failure)
		expect(sentence(error)).toMatch(/cannot be reached .* DATABASE_URL\.$/)
	}
})

test('the message about a database that refuses the password names its setting', async () => {
	const url = Object.assign(new URL(inject('databaseUrl')), { password: 'wrong-secret' }).href
	const said = sentence(await failureOf(url))
	expect(said).toMatch(/refuses the login .* DATABASE_URL/)
	expect(said).not.toContain('wrong-secret')
})

test('any other error is described by its own message', () => {
	expect(sentence(new Error('Name the purchase.'))).toBe('Name the purchase.')
})
