import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createTwoBuyers, freeGuide, resetPurchases } from '#test/two-buyers.ts'

// Ben owns CV Secrets ('2') and has written nothing yet. Ada owns nothing.
const shop = await createTwoBuyers()
const { world, ada, adaId, ben, benId } = shop
beforeEach(async () => await resetPurchases(shop))
beforeEach(async () => await runAsSuperuser(world, 'truncate public.reviews cascade'))
afterAll(async () => await world.close())

const write = async (client: SupabaseClient, row: object) =>
	await client
		.from('reviews')
		.insert({ catalogue_id: '2', rating: 4, body: 'Useful', ...row })
		.select('*')
const edit = (client: SupabaseClient, values: object) =>
	client.from('reviews').update(values).eq('catalogue_id', '2')
const published = async (client = anonymousClient(world)) =>
	(await client.from('published_reviews').select('*').order('serial')).data ?? []
const setStatus = async (status: string) =>
	await world.database.query(
		sql`update public.purchases set status = ${status} where user_id = ${benId} and catalogue_id = '2'`,
	)
const rename = async (client: SupabaseClient, data: object) => await client.auth.updateUser({ data })

test('a buyer’s review is published with their first name and the month, but not their user id', async () => {
	const { data, error } = await write(ben, {})
	expect(error).toBeNull()
	expect(data).toMatchObject([{ user_id: benId, author_name: 'Person', acquired: 'bought', refunded: false }])
	const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date()).slice(0, 7)
	expect(await published()).toEqual([
		{
			id: data?.[0]?.id,
			serial: expect.any(Number),
			catalogue_id: '2',
			rating: 4,
			body: 'Useful',
			author_name: 'Person',
			acquired: 'bought',
			refunded: false,
			month,
			edited: false,
			answer: null,
		},
	])
})

test('a review of a guide that was taken for free is marked as "free"', async () => {
	await ada.from('purchases').insert(freeGuide())
	expect((await write(ada, { catalogue_id: '1' })).data).toMatchObject([{ acquired: 'free' }])
})

test('a user who does not own a guide cannot review it, not even in the name of a user who does', async () => {
	expect((await write(ada, {})).error).toMatchObject({ code: '42501' })
	expect((await write(ada, { user_id: benId })).error).toMatchObject({ code: '42501' })
	expect((await write(ben, { user_id: adaId })).error).toMatchObject({ code: '42501' })
	expect((await write(anonymousClient(world), {})).status).toBe(401)
	expect((await write(ada, { catalogue_id: '3' })).error).toMatchObject({ code: '42501' })
	expect((await write(serviceRoleClient(world), { user_id: benId })).error).toMatchObject({ code: '42501' })
	expect(await published()).toEqual([])
	expect((await write(ben, { user_id: benId })).error).toBeNull()
})

test('a user has only one review of a guide, however often and concurrently they write', async () => {
	const answers = await Promise.all(Array.from({ length: 8 }, () => write(ben, {})))
	const refused = answers.map(({ status }) => status).filter((status) => status !== 201)
	expect(refused).toHaveLength(7)
	// 503 when a busy database has kept a statement waiting for too long.
	expect(refused.filter((status) => status !== 409 && status !== 503)).toEqual([])
	expect((await write(ben, {})).error).toMatchObject({ code: '23505' })
	expect(await published()).toHaveLength(1)
})

test.each([0, 6, -1, 4.5, 'five', null, 1e30])('a rating of %j is refused', async (rating) => {
	const { status, error } = await write(ben, { rating })
	expect([status, error === null]).toEqual([400, false])
	expect(await published()).toEqual([])
})

test('a review has at most 1,000 characters, and may have none', async () => {
	expect((await write(ben, { body: 'a'.repeat(1001) })).status).toBe(400)
	expect((await write(ben, { body: '🎓'.repeat(1000) })).data).toMatchObject([{ body: '🎓'.repeat(1000) }])
	expect((await edit(ben, { body: '' })).error).toBeNull()
	expect(await published()).toMatchObject([{ body: '', edited: true }])
})

test.each([
	['a script', '<script>alert(1)</script>', '<script>alert(1)</script>'],
	['many line breaks', 'One\r\n\r\n\r\n\r\nTwo', 'One\n\nTwo'],
	['text from right to left', 'مفيد جدا', 'مفيد جدا'],
	['characters that reverse the direction of text', 'safe\u202Eevil\u2066', 'safe evil'],
	['control characters', '\u0007a\u001B[31mb\u007F', 'a [31mb'],
	['fifty accents on one letter', `e${'\u0301'.repeat(50)}`, 'e\u0301\u0301\u0301'],
	['marks of other scripts', `Z${'\u0489\u1ab0\u20dd\u0e47'.repeat(9)}!`, 'Z\u0489\u1ab0\u20dd!'],
	['emojis made of several characters', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
	['only spaces', ' \n\t ', ''],
])('a review with %s is kept as plain text', async (_name, body, kept) => {
	expect((await write(ben, { body })).data).toMatchObject([{ body: kept }])
})

test.each([
	[{ display_name: 'Ben Carter' }, 'Ben'],
	[{ display_name: '', full_name: 'Zoë de Vries' }, 'Zoë'],
	[{ display_name: null, full_name: null }, 'A student'],
	[{ display_name: 'ben.carter@student.test' }, 'A student'],
	[{ display_name: 'https://spam.test' }, 'A student'],
	[{ display_name: '\u202Eneb' }, 'neb'],
	[{ display_name: '<b>Ben</b>' }, 'A student'],
	[{ display_name: 'ا'.repeat(500) }, 'ا'.repeat(30)],
	[{ display_name: 'B. Carter' }, 'B.'],
	[{ display_name: 'Headstart team' }, 'A student'],
	[{ display_name: 'Ｈｅａｄｓｔａｒｔ' }, 'A student'],
	[{ display_name: 'Head\u00adstart' }, 'A student'],
	[{ display_name: 'ADMIN' }, 'A student'],
	[{ display_name: 'Customer-Support' }, 'A student'],
	[{ display_name: '\u3164' }, 'A student'],
	[{ display_name: '\u2800\u200c' }, 'A student'],
	[{ display_name: 'Anne-Marie' }, 'Anne-Marie'],
	[{ display_name: 'O’Brien' }, 'O’Brien'],
	[{ display_name: 'नमन' }, 'नमन'],
	[{ display_name: 'Stafford' }, 'Stafford'],
	// Cyrillic, Greek and Armenian letters that look like Latin ones, either mixed with Latin letters or on their own.
	[{ display_name: 'Headst\u0430rt' }, 'A student'],
	[{ display_name: 'St\u0430ff' }, 'A student'],
	[{ display_name: '\u0405upport' }, 'A student'],
	[{ display_name: '\u0397eadstart' }, 'A student'],
	[{ display_name: 'Ow\u0578er' }, 'A student'],
	[{ display_name: '\u0421\u0415\u041e' }, 'A student'],
	[{ display_name: '\u03a4\u0395\u0391\u039c' }, 'A student'],
	[{ display_name: 'ꜱᴛᴀꜰꜰ' }, 'A student'],
	[{ display_name: '🅷🅴🅰🅳🆂🆃🅰🆁🆃' }, 'A student'],
	[{ display_name: 'T\u0489eam' }, 'A student'],
	[{ display_name: 'Oẃner' }, 'A student'],
	[{ display_name: 'ꓮdmin' }, 'A student'],
	[{ display_name: 'Headstɑrt' }, 'A student'],
	[{ display_name: 'Łukasz' }, 'Łukasz'],
	[{ display_name: 'Đặng' }, 'Đặng'],
	[{ display_name: '✓Verified' }, 'A student'],
	[{ display_name: 'Founder' }, 'A student'],
	[{ display_name: 'CEO' }, 'A student'],
	[{ display_name: 'Editor' }, 'A student'],
	[{ display_name: 'Ángel' }, 'Ángel'],
	[{ display_name: 'Nguyễn' }, 'Nguyễn'],
	[{ display_name: 'Øyvind' }, 'Øyvind'],
	[{ display_name: 'Юлия' }, 'Юлия'],
	[{ display_name: 'Ελένη' }, 'Ελένη'],
	[{ display_name: 'Արմեն' }, 'Արմեն'],
	[{ display_name: '李' }, '李'],
	[{ display_name: 'अमर' }, 'अमर'],
	[{ display_name: 'सुनीता' }, 'सुनीता'],
	[{ display_name: 'ธนวัฒน์' }, 'ธนวัฒน์'],
	[{ display_name: 'مُحَمَّد' }, 'مُحَمَّد'],
	[{ display_name: `A${'\u20dd'.repeat(9)}` }, `A${'\u20dd'.repeat(3)}`],
])('a user named %j signs as %s', async (names, shown) => {
	await rename(ben, names)
	await write(ben, {})
	expect(await published()).toMatchObject([{ author_name: shown }])
	await rename(ben, { display_name: 'Person', full_name: null })
	expect(await published()).toMatchObject([{ author_name: shown }])
})

test('editing keeps every version, which only the writer can read', async () => {
	await write(ben, { rating: 2, body: 'First' })
	const edits = [{ body: 'Second' }, { rating: 5 }, { rating: 5, body: 'Second' }]
	for (const values of edits) await edit(ben, values)
	expect(await published()).toMatchObject([{ rating: 5, body: 'Second', edited: true }])
	const versions = await world.database.query(
		sql`select rating, body from public.review_versions order by id`,
	)
	expect(versions).toEqual([
		{ rating: 2, body: 'First' },
		{ rating: 2, body: 'Second' },
		{ rating: 5, body: 'Second' },
	])
	await expect(
		runAsSuperuser(world, 'set role shop_jobs; delete from public.review_versions'),
	).rejects.toThrow(/permission denied/)
	expect((await ben.from('review_versions').select('*')).error).toMatchObject({ code: 'PGRST205' })
})

test('other users cannot read or edit a review’s row, and nobody can forge the fields that the shop writes', async () => {
	await write(ben, {})
	expect((await ada.from('reviews').select('*')).data).toEqual([])
	expect((await anonymousClient(world).from('reviews').select('*')).status).toBe(401)
	expect((await edit(ada, { body: 'mine' }).select('id')).data).toEqual([])
	for (const forged of [
		{ author_name: 'The Queen' },
		{ answer: 'Thank you' },
		{ acquired: 'bought' },
		{ hidden_at: null },
		{ refunded: false },
		{ user_id: adaId },
		{ catalogue_id: '3' },
	])
		expect((await edit(ben, forged)).error).toMatchObject({ code: '42501' })
	for (const forged of [{ author_name: 'The Queen' }, { answer: 'x' }, { acquired: 'free' }])
		expect((await write(ada, forged)).error).toMatchObject({ code: '42501' })
	expect((await ben.from('published_reviews').update({ rating: 5 }).eq('catalogue_id', '2')).status).toBe(403)
	expect(await published()).toMatchObject([{ body: 'Useful', author_name: 'Person' }])
})

test.each(['user_id', 'created_at', 'edited_at', 'hidden_at', 'hidden_reason', 'answered_at'])(
	'nobody can read, filter or sort published reviews by %s',
	async (column) => {
		await write(ben, {})
		for (const client of [anonymousClient(world), ada]) {
			const reviews = () => client.from('published_reviews')
			const answers = await Promise.all([
				reviews().select(column),
				reviews().select('serial').order(column),
				reviews().select('serial').not(column, 'is', null),
				reviews().select('serial').or(`serial.gt.0,${column}.is.null`),
				reviews().select(`serial, reviews(${column})`),
			])
			expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
			expect((await reviews().select('serial').order('rating')).status).toBe(200)
		}
	},
)

test('an upsert neither overwrites a review nor shows whether someone else has written one', async () => {
	await write(ben, { body: 'Mine' })
	const upsert = async (client: SupabaseClient, row: object, ignoreDuplicates: boolean) => {
		const onConflict = 'user_id,catalogue_id'
		const { status, error } = await client.from('reviews').upsert(row, { onConflict, ignoreDuplicates })
		return { status, code: error?.code }
	}
	const forged = { user_id: benId, catalogue_id: '2', rating: 1, body: 'Forged' }
	for (const ignore of [true, false]) {
		const written = await upsert(ada, forged, ignore)
		expect(written).toEqual({ status: 403, code: '42501' })
		expect(await upsert(ada, { ...forged, catalogue_id: '3' }, ignore)).toEqual(written)
	}
	expect((await upsert(ben, { ...forged, author_name: 'The Queen' }, false)).code).toBe('42501')
	expect((await upsert(ben, forged, false)).code).toBe('42501')
	expect((await upsert(ben, forged, true)).status).toBe(201)
	expect(await published()).toMatchObject([{ body: 'Mine', rating: 4 }])
})

test('a refund marks the review and ends editing, until the buyer owns the guide again', async () => {
	await write(ben, { rating: 1, body: 'Not for me' })
	await setStatus('refunded')
	expect(await published()).toMatchObject([{ rating: 1, body: 'Not for me', refunded: true }])
	expect((await edit(ben, { rating: 5 })).error).toMatchObject({ code: '42501' })
	await setStatus('completed')
	expect(await published()).toMatchObject([{ rating: 1, refunded: false }])
	expect((await edit(ben, { rating: 5 })).error).toBeNull()
})

test('a disputed payment ends editing, and losing the dispute marks the review', async () => {
	await write(ben, { rating: 1 })
	await setStatus('disputed')
	expect(await published()).toMatchObject([{ refunded: false }])
	expect((await edit(ben, { rating: 5 })).error).toMatchObject({ code: '42501' })
	await setStatus('refunded')
	expect(await published()).toMatchObject([{ rating: 1, refunded: true }])
})

test.each(['disputed', 'refunded'])('a %s purchase gives no right to a review', async (status) => {
	await setStatus(status)
	expect((await write(ben, {})).error).toMatchObject({ code: '42501' })
	expect(await published()).toEqual([])
})

test.each([
	['line feeds', '\n'.repeat(125_000)],
	['line feeds with spaces', '\n \t '.repeat(40_000)],
	['accents', '\u0301'.repeat(125_000)],
	['spaces', ' '.repeat(250_000)],
	['spaces before a letter', `a${' '.repeat(250_000)}a`],
])(
	'a review with a quarter of a megabyte of %s is handled within the time limit of a statement',
	async (_name, body) => {
		expect([201, 400]).toContain((await write(ben, { body })).status)
	},
)

test('a review that is written during a refund is either refused or marked as refunded', async () => {
	await Promise.all([write(ben, {}), setStatus('refunded')])
	const rows = await published()
	expect(rows.length === 0 || rows[0].refunded === true).toBe(true)
})

test('an anonymous user cannot review guides that they took', async () => {
	await write(ben, {})
	await world.database.query(
		sql`update auth.users set email = null, encrypted_password = null, is_anonymous = true where id = ${adaId}`,
	)
	await ada.from('purchases').insert(freeGuide())
	expect((await write(ada, { catalogue_id: '1' })).error).toMatchObject({ code: '42501' })
	await world.database.query(
		sql`update auth.users set email = 'ada@student.test', is_anonymous = false where id = ${adaId}`,
	)
	expect((await write(ada, { catalogue_id: '1' })).error).toBeNull()
})
