import pg from 'pg'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, signInAgain } from '#test/auth.ts'
import { serviceRoleClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const prune = () => world.runJob('purge-expired', {})
const entriesOf = (userId: string) =>
	world.database.query(sql`
		select action, ip_address, notice_to, details from auth.audit_log_entries
		where user_id = ${userId} order by created_at, action`)

test('no database role can change, delete or truncate an entry', async () => {
	const person = await confirmedUser(world)
	const before = await entriesOf(person.id)
	expect(before.length).toBeGreaterThan(1)
	const denied = expect.objectContaining({ code: '42501' })
	const { apiUrl, jobsUrl } = world.testDatabase.logins
	for (const [url, role] of [
		[jobsUrl, undefined],
		[apiUrl, undefined],
		[apiUrl, 'anon'],
		[apiUrl, 'authenticated'],
	] as const) {
		const client = new pg.Client({ connectionString: url })
		await client.connect()
		if (role !== undefined) await client.query(`set role ${role}`)
		await expect(client.query(`update auth.audit_log_entries set action = 'x'`)).rejects.toEqual(denied)
		await expect(client.query('truncate auth.audit_log_entries')).rejects.toEqual(denied)
		// The jobs role may run this statement, but row level security hides every row from it.
		const deleted = await client.query('delete from auth.audit_log_entries').catch((error: unknown) => error)
		expect(deleted).toEqual(url === jobsUrl ? expect.objectContaining({ rowCount: 0 }) : denied)
		await client.end()
	}
	expect(await entriesOf(person.id)).toEqual(before)
})

test('network addresses are erased after 90 days and entries after a year, on schedule', async () => {
	const person = await confirmedUser(world)
	for (const days of [1, 89, 91, 365, 367])
		await world.database.query(sql`
			insert into auth.audit_log_entries (user_id, action, ip_address, notice_to, created_at)
			values (${person.id}, ${`day_${days}`}, '192.0.2.1', 'old@student.test', now() - make_interval(days => ${days}))`)
	await prune()
	const left = (await entriesOf(person.id)).filter(({ action }) => String(action).startsWith('day_'))
	expect(left.map(({ action, ip_address, notice_to }) => [action, ip_address, notice_to])).toEqual([
		['day_365', null, null],
		['day_91', null, null],
		['day_89', '192.0.2.1', 'old@student.test'],
		['day_1', '192.0.2.1', 'old@student.test'],
	])
})

test('the network address of a session is erased after 90 days without use', async () => {
	const { id } = await confirmedUser(world)
	const age = (days: number) =>
		world.database.query(sql`
			update auth.sessions set ip = '192.0.2.1', created_at = now() - make_interval(days => ${days}), not_after = null
			where user_id = ${id}`)
	const kept = () => world.database.query(sql`select ip from auth.sessions where user_id = ${id}`)
	await age(89)
	await prune()
	expect(await kept()).toEqual([{ ip: '192.0.2.1' }])
	await age(91)
	await prune()
	expect(await kept()).toEqual([{ ip: null }])
})

test('the entries of a deleted account still say what happened, without personal data', async () => {
	const person = await confirmedUser(world)
	await world.database.query(sql`
		insert into auth.audit_log_entries (user_id, action, ip_address, notice_to, details)
		values (${person.id}, 'password_changed', '192.0.2.1', ${person.email}, '{"device": "mine"}')`)
	const { accessToken } = await signInAgain(world, person)
	await callAuth(world, '/account/delete', { bearer: accessToken, body: {} })
	const trail = await entriesOf(person.id)
	expect(trail.map(({ action }) => action)).toEqual(
		expect.arrayContaining(['user_signedup', 'login', 'password_changed', 'user_deleted']),
	)
	for (const entry of trail) expect(entry).toMatchObject({ ip_address: null, notice_to: null, details: {} })
	// This account is deleted directly in the database.
	const other = await confirmedUser(world)
	await world.database.query(sql`delete from auth.users where id = ${other.id}`)
	for (const entry of await entriesOf(other.id))
		expect(entry).toMatchObject({ ip_address: null, notice_to: null, details: {} })
	expect(await entriesOf(other.id)).not.toEqual([])
})

test('every act of the service role is recorded with its target and its network address', async () => {
	const owner = serviceRoleClient(world)
	const file = new Blob(['%PDF-1.7 a guide'], { type: 'application/pdf' })
	const bucket = owner.storage.from('pdfs')
	expect((await bucket.upload('recorded.pdf', file)).error).toBeNull()
	expect((await bucket.upload('recorded.pdf', file, { upsert: true })).error).toBeNull()
	expect((await bucket.createSignedUrl('recorded.pdf', 60)).error).toBeNull()
	expect((await bucket.createSignedUrls(['recorded.pdf', 'none.pdf'], 60)).error).toBeNull()
	expect((await bucket.remove(['recorded.pdf', 'none.pdf'])).error).toBeNull()
	const ada = await signedInClient(world)
	const { data: row } = await ada.from('purchases').insert(freeGuide()).select('id, user_id').single()
	await owner.from('purchases').insert({ ...freeGuide(), user_id: row?.user_id, product_id: '7' })
	await owner
		.from('purchases')
		.update({ product_name: 'Renamed' })
		.eq('id', row?.id ?? '')
	await owner
		.from('purchases')
		.update({ product_name: 'Nothing' })
		.eq('id', '00000000-0000-4000-8000-000000000000')
	const acts = await runAsSuperuser(
		world,
		`select action, details - 'sha256' as details, user_id, ip_address
		from auth.audit_log_entries where actor = 'service_role' order by created_at`,
	)
	const key = { bucket: 'pdfs', key: 'recorded.pdf', size: 16 }
	const keys = { bucket: 'pdfs', keys: ['recorded.pdf'] }
	expect(acts.map(({ action, details }) => [action, details])).toEqual([
		['storage_object_uploaded', { ...key, action: 'created' }],
		['storage_object_uploaded', { ...key, action: 'replaced' }],
		['storage_links_signed', keys],
		['storage_links_signed', keys],
		['storage_objects_removed', keys],
		[
			'rows_inserted',
			expect.objectContaining({ table: 'purchases', rows: 1, columns: expect.arrayContaining(['user_id']) }),
		],
		['rows_updated', { table: 'purchases', rows: 1, columns: ['product_name'], query: `?id=eq.${row?.id}` }],
	])
	for (const act of acts) expect(act).toMatchObject({ user_id: null, ip_address: '127.0.0.1' })
})
