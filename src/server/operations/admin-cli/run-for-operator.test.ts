import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { sentence } from '#server/operations/admin-cli/run-for-operator.ts'

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

test('the message about a database that refuses the password names its setting', async () => {
	const url = Object.assign(new URL(inject('databaseUrl')), { password: 'wrong-secret' }).href
	const said = sentence(await failureOf(url))
	expect(said).toMatch(/refuses the login .* DATABASE_URL/)
	expect(said).not.toContain('wrong-secret')
})

test('any other error is described by its own message', () => {
	expect(sentence(new Error('Name the purchase.'))).toBe('Name the purchase.')
})
