import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, sendWaitingEmails } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'

const world = await createWorld()
afterAll(async () => await world.close())

const newEdition = '2099-05-01'
beforeEach(async () => {
	world.mails.length = 0
	await publish('2026-01-05')
	await world.database.query(sql`delete from auth.users`)
})

/** Publishes an edition of the free guide, dated back an hour so that it is announced at once. */
async function publish(edition: string): Promise<void> {
	const anHourAgo = new Date(world.clock.now().getTime() - 3_600_000)
	await world.database.query(
		sql`update public.products set edition = ${edition}, updated_at = ${anHourAgo} where id = '1'`,
	)
}

/** Runs the job that looks for new editions, and returns the emails about them. Clears the mailbox. */
async function announced() {
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	return world.mails.splice(0).filter(({ subject }) => subject === 'A new edition of Student Guide')
}

async function reader({ since = '2026-02-01' }: { since?: string | null } = {}) {
	const client = await signedInClient(world)
	const { data } = await client.auth.updateUser({ data: { edition_notices_since: since } })
	await client.from('purchases').insert(freeGuide())
	world.mails.length = 0
	return { client, id: data.user?.id ?? '', email: data.user?.email ?? '' }
}
const toOf = (mails: readonly { to: string }[]) => mails.map(({ to }) => to)

test('a user who asked receives one email about each new edition, with an unsubscribe link', async () => {
	const { email } = await reader()
	expect(await announced()).toEqual([])
	await publish(newEdition)
	await Promise.all([1, 2].map(() => world.runJob('queue-mailings', {})))
	const [mail, ...others] = await announced()
	expect([mail?.to, others]).toEqual([email, []])
	expect(mail?.text).toContain(`${world.url}/account/guides`)
	const token = mail?.unsubscribeUrl?.split('=').at(-1)
	expect(mail?.unsubscribeUrl).toMatch(/\/functions\/v1\/stop-edition-notices\?token=[\w-]{43}$/)
	expect(mail?.text).toContain(`${world.url}/editions/stop?token=${token}`)
	expect(await announced()).toEqual([])
	await publish('2099-06-01')
	expect(toOf(await announced())).toEqual([email])
})

test.each([
	['has not asked', { since: null }, undefined],
	['asked after the edition came out', { since: '2099-05-02' }, undefined],
	[
		'has downloaded the edition',
		{},
		(id: string) => sql`
			insert into public.downloads (user_id, catalogue_id, file_name, edition, sha256, at)
			values (${id}, '1', 'StudentGuide.pdf', ${newEdition}, repeat('1', 64), now())`,
	],
	[
		'no longer has the guide',
		{},
		(id: string) => sql`update public.purchases set status = 'refunded' where user_id = ${id}`,
	],
	[
		'got the guide after the edition came out',
		{},
		(id: string) => sql`update public.purchases set created_at = '2099-05-02' where user_id = ${id}`,
	],
	['has deleted the account', {}, (id: string) => sql`delete from auth.users where id = ${id}`],
])('a user who %s receives no email about a new edition', async (_name, asked, act) => {
	const told = await reader()
	const { id } = await reader(asked)
	await publish(newEdition)
	if (act !== undefined) await world.database.query(act(id))
	expect(toOf(await announced())).toEqual([told.email])
})

test('an edition is not announced in its first minutes, nor if it is replaced before its email is sent', async () => {
	const { email } = await reader()
	await publish(newEdition)
	await world.database.query(sql`update public.products set updated_at = ${world.clock.now()} where id = '1'`)
	expect(await announced()).toEqual([])
	await publish(newEdition)
	await world.runJob('queue-mailings', {})
	await publish('2099-06-01')
	expect(toOf(await announced())).toEqual([email])
	const mailed = await world.database.query(
		sql`select edition from shop.edition_notices where mailed_at is not null`,
	)
	expect(mailed).toEqual([{ edition: '2099-06-01' }])
})

test('unsubscribing in one click stops the emails about editions, and opening the link alone changes nothing', async () => {
	const { client } = await reader()
	await publish(newEdition)
	const [mail] = await announced()
	const path = mail?.unsubscribeUrl?.slice(world.url.length) ?? ''
	const since = async () => (await client.auth.getUser()).data.user?.user_metadata.edition_notices_since
	const opened = await world.request(path)
	expect([opened.status, opened.headers.get('location')]).toEqual([
		303,
		`/editions/stop?${path.split('?')[1]}`,
	])
	expect(await since()).toBe('2026-02-01')
	const headers = { 'content-type': 'application/x-www-form-urlencoded' }
	const body = 'List-Unsubscribe=One-Click'
	for (const round of [1, 2]) {
		const answer = await world.request(path, { method: 'POST', headers, body })
		expect([round, answer.status, await since()]).toEqual([round, 200, undefined])
	}
	await publish('2099-06-01')
	expect(await announced()).toEqual([])
	const unknown = path.replace(/=.*/, `=${'a'.repeat(43)}`)
	expect((await world.request(unknown, { method: 'POST' })).status).toBe(403)
})

test('a user’s export lists only their own edition emails, and deleting the account deletes the records of these', async () => {
	const [one, other] = [await reader(), await reader()]
	await publish(newEdition)
	expect(await announced()).toHaveLength(2)
	const { data } = await one.client.auth.getSession()
	const bearer = data.session?.access_token ?? ''
	const exported = await callAuth(world, '/account/export', { bearer, body: {} })
	expect(exported.body?.edition_notices).toEqual([
		expect.objectContaining({ catalogue_id: '1', edition: newEdition, mailed_at: expect.any(String) }),
	])
	expect((await callAuth(world, '/account/delete', { bearer, body: {} })).status).toBe(200)
	const left = await world.database.query(sql`select user_id from shop.edition_notices`)
	expect(left).toEqual([{ user_id: other.id }])
})
