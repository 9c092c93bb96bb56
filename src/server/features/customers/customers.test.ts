import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { saleApi } from '#shared/admin/sale.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { callAuth, confirmedUser, getUser, sendWaitingEmails } from '#test/auth.ts'
import { pauseEvents, sell, tamper } from '#test/money-ledger.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', sandbox: true, goods: true })
await pauseEvents(world)
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')
const sale = await sell(world)

const rowsSchema = z.object({ rows: z.array(z.looseObject({ id: z.uuid() })), next: z.string().nullable() })

async function idsOf(query: string): Promise<string[]> {
	const { status, body } = await readAdmin(world, `customers?${query}`, { bearer: await owner.takeStep() })
	expect(status).toBe(200)
	return rowsSchema.parse(body).rows.map(({ id }) => id)
}

async function find(text: string): Promise<string[]> {
	return await idsOf(`text=${encodeURIComponent(text)}`)
}

async function read(id: string) {
	return (await readAdmin(world, `customer?id=${id}`, { bearer: await owner.takeStep() })).body
}

async function act(name: string, body: object, member = owner) {
	return await actAdmin(world, name, body, { bearer: await member.takeStep() })
}

async function named(email: string, name: string): Promise<string> {
	const { id } = await confirmedUser(world)
	await world.database.query(sql`
		update auth.users set email = ${email}, raw_user_meta_data = jsonb_build_object('display_name', ${name}::text) where id = ${id}`)
	return id
}

describe('search', () => {
	test('finds customers by any of their details or purchases, and takes + % _ literally', async () => {
		const plus = await named('ada+cv@student.test', 'Ada <b>Lovelace</b>')
		const percent = await named('a%b_c@student.test', 'Percy_% Shelley\\')
		const [receipt] = await world.database.query(
			sql`
			select r.number, p.id, p.stripe_session_id as "checkoutSessionId" from public.receipts r
			join public.purchases p on p.id = r.purchase_id where r.user_id = ${sale.userId}`,
			z.object({ number: z.string(), id: z.uuid(), checkoutSessionId: z.string() }),
		)
		for (const text of [
			receipt?.number,
			receipt?.id,
			receipt?.checkoutSessionId,
			sale.paymentIntentId,
			sale.userId,
		])
			expect(await find(text ?? ''), text).toEqual([sale.userId])
		for (const text of ['ada+cv@student.test', ' ADA+CV@', 'ada <b>', 'lovelace'])
			expect(await find(text), text).toEqual([plus])
		for (const text of ['a%b_c@student.test', 'percy_%', '_% shelley\\'])
			expect(await find(text), text).toEqual([percent])
		const surname = await named('wei@student.test', 'Wei Li')
		expect(await find('li')).toEqual([surname])
		for (const text of ['ada cv@student.test', '%', '_', '\\', 'nobody@', "' or true --"]) {
			const found = await find(text)
			expect(found, text).not.toContain(plus)
			expect(found, text).not.toContain(sale.userId)
		}
	})

	test('finds a customer whatever the accents, capitals, apostrophes and composition of the name', async () => {
		const composed = await named('nunez@student.test', 'José Núñez'.normalize('NFC'))
		const apart = await named('nunez-2@student.test', 'José Núñez'.normalize('NFD'))
		for (const text of [
			'José Núñez',
			'José Núñez'.normalize('NFD'),
			'Jose Nunez',
			'JOSÉ NÚÑEZ',
			'ｊｏｓｅ',
			'núñe',
		])
			expect((await find(text)).toSorted(), text).toEqual([composed, apart].toSorted())
		const norse = await named('soren@student.test', 'Søren Łukasz Weiß-Ægir')
		for (const text of ['Soren', 'SØREN', 'łukasz', 'lukasz', 'weiss', 'Weiß', 'aegir', 'Weiß‑Ægir'])
			expect(await find(text), text).toEqual([norse])
		const irish = await named("o'brien+cv@student.test", 'Siân O’Brien')
		for (const text of ["o'brien", 'O’Brien', 'O`Brien', 'O´Brien', 'sian', 'o’brien+cv@student.test', 'ó'])
			expect(await find(text), text).toContain(irish)
		const vietnamese = await named('van@student.test', 'Nguyễn Văn Ổi')
		for (const text of ['nguyen van oi', 'ổi', 'oi', 'NGUYỄN'])
			expect(await find(text), text).toEqual([vietnamese])
		for (const text of ['％', '＿', '\u0301', '´']) expect(await find(text), text).not.toContain(composed)
	})

	test('shows and searches the full name of a customer whose display name is empty', async () => {
		const id = await named('empty-name@student.test', '')
		await world.database.query(sql`
			update auth.users set raw_user_meta_data = raw_user_meta_data || '{"full_name": "Zoë Wójcik"}' where id = ${id}`)
		expect(await find('wojcik')).toEqual([id])
		expect(await read(id)).toMatchObject({ name: 'Zoë Wójcik' })
	})

	test('finds a customer without an email address by phone number, and shows the number as the name', async () => {
		await world.database.query(
			sql`insert into auth.users (id, phone, phone_confirmed_at) values (gen_random_uuid(), '447700900321', now())`,
		)
		for (const text of ['+44 7700 900321', '447700900321', '07700 900 321', '0044 7700 900321']) {
			const { body } = await readAdmin(world, `customers?text=${encodeURIComponent(text)}`, {
				bearer: await owner.takeStep(),
			})
			expect(body, text).toMatchObject({ rows: [{ email: null, phone: '447700900321' }] })
		}
		const [user] = await world.database.query(
			sql`select id from auth.users where phone = '447700900321'`,
			z.object({ id: z.uuid() }),
		)
		const preview = await act(
			'ban-customer',
			{ customer: user?.id, days: 1, reason: 'Test', preview: true },
			owner,
		)
		expect(JSON.stringify(preview.body)).toContain('Bans +447700900321 for a day from now')
	})

	test('lists every customer once, page by page, if no text is given', async () => {
		await world.database.query(sql`
			insert into auth.users (id, email, created_at)
			select gen_random_uuid(), 'many-' || n || '@student.test', now() - make_interval(secs => floor(n / 3)) from generate_series(1, 110) n`)
		const seen: string[] = []
		let query = ''
		for (let page = 0; page < 10; page += 1) {
			const answer = await readAdmin(world, `customers?${query}`, { bearer: await owner.takeStep() })
			const { rows, next } = rowsSchema.parse(answer.body)
			seen.push(...rows.map(({ id }) => id))
			if (next === null) break
			query = `after=${encodeURIComponent(next)}`
		}
		const [all] = await world.database.query(
			sql`select count(*)::integer as count from auth.users`,
			z.object({ count: z.int() }),
		)
		expect(new Set(seen).size).toBe(seen.length)
		expect(seen).toHaveLength(all?.count ?? 0)
	})
})

describe('a customer', () => {
	test('shows purchases, downloads, devices, events and notes', async () => {
		const body = { customer: sale.userId, body: 'Wrote to us <script>alert(1)</script> about the CV.' }
		expect((await act('write-note', { ...body, reason: '' }, helper)).status).toBe(200)
		const shown = await read(sale.userId)
		expect(shown).toMatchObject({
			id: sale.userId,
			guides: 1,
			paid_pence: 1499,
			confirmed: true,
			banned: false,
			is_guest: false,
			purchases: [
				{
					status: 'completed',
					price_pence: 1499,
					payment: sale.paymentIntentId,
					refunds: [],
					opened: [expect.objectContaining({ opened: 0 })],
				},
			],
			devices: [expect.objectContaining({ signed_in_at: expect.any(String) })],
			notes: [{ body: body.body, by: helper.email }],
		})
		expect(JSON.stringify(shown.events)).toContain('login')
		const accountant = await signedInMember(world, 'accountant')
		const forBooks = await readAdmin(world, `customer?id=${sale.userId}`, { bearer: accountant.accessToken })
		expect(forBooks.body).toMatchObject({ paid_pence: 1499, devices: null, events: null, notes: null })
		const note = z.object({ notes: z.array(z.object({ id: z.uuid() })) }).parse(shown).notes[0]?.id
		expect((await act('remove-note', { note })).status).toBe(200)
		expect((await read(sale.userId)).notes).toEqual([])
		const unknown = '33333333-3333-4333-8333-333333333333'
		expect(await read(unknown)).toMatchObject({ code: 'not_found' })
	})

	test('shows since when each purchase has been in its state, rather than when its checkout began', async () => {
		const { userId, purchaseId } = await sell(world)
		const timesOf = async () => {
			const { body } = await readAdmin(world, `sale?id=${purchaseId}`, { bearer: await owner.takeStep() })
			return saleApi.sale.output.parse(body)
		}
		const delivered = await timesOf()
		const [begun, completed] = delivered.history
		expect(delivered).toMatchObject({ at: begun?.at, since: completed?.at })
		expect(completed?.at).not.toBe(begun?.at)
		expect(await read(userId)).toMatchObject({ purchases: [{ status: 'completed', since: completed?.at }] })
		expect((await act('refund', { purchase: purchaseId, reason: 'a wish' })).status).toBe(200)
		await world.runJobs()
		const refunded = (await timesOf()).history.at(-1)
		expect(refunded?.status).toBe('refunded')
		expect(await read(userId)).toMatchObject({ purchases: [{ status: 'refunded', since: refunded?.at }] })
	})

	test('can be signed out, banned and unbanned, but a helper cannot do this to a member', async () => {
		const { id, accessToken } = await confirmedUser(world)
		expect((await act('sign-out-customer', { customer: id }, helper)).body).toEqual({ sessions_ended: 1 })
		expect((await getUser(world, accessToken)).status).toBe(403)
		const ban = { customer: id, days: 7, reason: 'stolen card' }
		const preview = await act('ban-customer', { ...ban, preview: true }, helper)
		expect(preview.body.will).toContain('They are not emailed. What they have bought stays theirs.')
		// The plan is still valid after the minute that it takes to type a reason.
		world.clock.advance(60)
		expect((await act('ban-customer', { ...ban, plan: preview.body.plan }, helper)).status).toBe(200)
		expect(await read(id)).toMatchObject({ banned: true, banned_until: expect.any(String) })
		expect((await act('end-ban', { customer: id })).status).toBe(200)
		expect(await read(id)).toMatchObject({ banned: false, banned_until: null })
		for (const [name, body] of [
			['sign-out-customer', { customer: owner.id }],
			['ban-customer', { ...ban, customer: owner.id }],
		] as const)
			expect((await act(name, body, helper)).body.message).toContain('only an owner may do this')
	})

	test('gets a new address only after opening the link emailed to it, and the old address is notified', async () => {
		const [person, other] = [await confirmedUser(world), await confirmedUser(world)]
		const wanted = { customer: person.id, email: 'New+Me@student.test', reason: 'showed the receipt' }
		expect((await act('change-address', wanted, helper)).body.code).toBe('access_denied')
		expect((await act('change-address', { ...wanted, reason: '' })).body.code).toBe('validation_failed')
		for (const [body, says] of [
			[{ ...wanted, email: other.email }, 'belongs to another account'],
			[{ ...wanted, customer: helper.id }, 'Members change their own address'],
		] as const)
			expect((await act('change-address', body)).body.message).toContain(says)
		const preview = await act('change-address', { ...wanted, preview: true })
		expect(preview.body.will).toEqual([
			expect.stringContaining('Emails a link to new+me@student.test. Nothing changes until'),
			expect.stringContaining(`instead of ${person.email}`),
			`The shop emails ${person.email} once the address has changed. That mailbox isn’t asked to approve it first.`,
		])
		expect((await act('change-address', { ...wanted, plan: preview.body.plan })).status).toBe(200)
		expect(await read(person.id)).toMatchObject({
			email: person.email,
			pending_email: 'new+me@student.test',
		})
		await sendWaitingEmails(world)
		await world.runJobs()
		const mail = world.mails.findLast(({ to }) => to === 'new+me@student.test')
		const token_hash = /token_hash=([\w-]+)/.exec(mail?.text ?? '')?.[1]
		const opened = await callAuth(world, '/verify', { body: { type: 'email_change', token_hash } })
		expect(opened.status, JSON.stringify(opened.body)).toBe(200)
		const shown = await read(person.id)
		expect(shown).toMatchObject({ email: 'new+me@student.test', pending_email: null })
		const notice = {
			mail: 'notice',
			about: 'Headstart: your address was changed',
			emailed_at: null,
			refusal: null,
		}
		expect(shown.mails).toContainEqual(expect.objectContaining({ ...notice, waits: true }))
		await sendWaitingEmails(world)
		await world.runJobs()
		expect(world.mails.findLast(({ to }) => to === person.email)?.subject).toBe(notice.about)
		expect((await read(person.id)).mails).toContainEqual(expect.objectContaining({ ...notice, waits: false }))
		expect((await act('change-address', { ...wanted, preview: true })).body.will).toEqual([])
	})

	test('can be exported with everything stored about them, but only by an owner, and the log records the export', async () => {
		expect((await act('write-note', { customer: sale.userId, body: 'Kind.' }, helper)).status).toBe(200)
		const path = `export-customer?customer=${sale.userId}`
		const download = async (bearer: string) => await readAdmin(world, path, { bearer })
		expect((await download(await helper.takeStep())).status).toBe(403)
		const { status, headers, body } = await download(await owner.takeStep())
		expect([status, headers.get('content-disposition')]).toEqual([
			200,
			expect.stringMatching(/^attachment; filename="headstart-customer-\d{4}-\d\d-\d\d\.json"$/),
		])
		const account = await read(sale.userId)
		expect(body).toMatchObject({
			account: { id: sale.userId, email: account.email },
			purchases: [{ status: 'completed' }],
			receipts: [{ amount: 14.99 }],
			notes: [{ body: 'Kind.', written_by: helper.email }],
		})
		expect(JSON.stringify(body)).not.toMatch(/argon2|encrypted_password|token_hash/)
		expect(account.mails).toContainEqual(
			expect.objectContaining({ mail: 'receipt', about: expect.stringMatching(/^HS-/) }),
		)
		const found = await world.database.query(
			sql`select staff_id as id from shop.owner_acts where command = 'export-customer' and user_id = ${sale.userId}`,
			z.object({ id: z.uuid() }),
		)
		expect(found).toEqual([{ id: owner.id }])
	})

	test('can have their second factors removed or their account deleted by an owner, not by a helper', async () => {
		const lost = await withSecondStep(world)
		const body = { customer: lost.id, reason: 'showed the receipt' }
		for (const name of ['drop-second-step', 'erase-customer'])
			expect((await act(name, body, helper)).body.code).toBe('access_denied')
		expect((await act('drop-second-step', body)).status).toBe(200)
		expect(await read(lost.id)).toMatchObject({ has_second_step: false, devices: [] })
		const preview = await act('erase-customer', { ...body, preview: true })
		expect(preview.body.will).toContain(`The shop emails ${lost.email} to say that the account is deleted.`)
		expect((await act('erase-customer', { ...body, plan: preview.body.plan })).status).toBe(200)
		expect(await read(lost.id)).toMatchObject({ code: 'not_found' })
		await world.runJobs()
		const last = world.mails.findLast(({ to }) => to === lost.email)
		expect(last?.subject).toMatch(/deleted/)
		expect(last?.text).toContain('If you didn’t ask us to delete it')
		expect(last?.text).not.toContain('someone had access')
		expect((await act('erase-customer', { customer: owner.id, reason: 'leaving' })).status).toBe(409)
		const waiting = await sell(world)
		const statuses: [status: string, says: string][] = [
			['held', 'They have 1 purchase paid and on hold.'],
			['disputed', 'They have 1 purchase in dispute at their bank.'],
		]
		for (const [status, says] of statuses) {
			await tamper(world, 'update public.purchases set status = $2 where user_id = $1', [
				waiting.userId,
				status,
			])
			const erasing = await act('erase-customer', { customer: waiting.userId, preview: true })
			expect(erasing.body.will).toContainEqual(expect.stringContaining(says))
		}
	})
})
