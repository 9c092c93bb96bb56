import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, callAdminAuth, readAdmin, signedInMember } from '#test/admin-api.ts'
import { adminContextOf, runAdmin, typeCommand } from '#test/admin-cli.ts'
import { callAuth, confirmedUser, tokensIn } from '#test/auth.ts'
import { withSecondStep } from '#test/second-step.ts'
import { adminUrl, createWorld, useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')

async function act(name: string, body: object, member = owner) {
	return await actAdmin(world, name, body, { bearer: await member.takeStep() })
}

async function roleOf(id: string): Promise<string | undefined> {
	const [row] = await world.database.query(
		sql`select role from auth.staff where user_id = ${id}`,
		z.object({ role: z.string() }),
	)
	return row?.role
}

/** Invites an address, and returns the token of the emailed link. */
async function invite(email: string, role = 'helper'): Promise<string> {
	expect((await act('invite-member', { email, role })).status).toBe(200)
	await world.runJobs()
	const mail = world.mails.findLast(({ to }) => to === email)
	return /\/invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'no link'
}

async function accept(token: string, rest: { password?: string; bearer?: string } = {}) {
	const { bearer, ...body } = rest
	return await callAdminAuth(world, '/staff/accept', {
		body: { token, ...body },
		...(bearer === undefined ? {} : { bearer }),
	})
}

async function signInAtAdmin({ email, password }: { email: string; password: string }): Promise<string> {
	const opened = await callAdminAuth(world, '/token?grant_type=password', { body: { email, password } })
	return tokensIn(opened.body).accessToken
}

describe('an invitation', () => {
	test('is previewed, emailed as a link and used once, and its new account can do nothing without a second factor', async () => {
		const email = 'grace+help@student.test'
		const preview = await act('invite-member', {
			email: ` ${email.toUpperCase()} `,
			role: 'helper',
			preview: true,
		})
		expect(preview.body.will).toEqual([
			`Emails ${email} a link that makes them a helper. It works once, for 7 days.`,
			expect.stringContaining('A helper may look after customers'),
		])
		const token = await invite(email)
		const read = await callAdminAuth(world, '/staff/invitation', { body: { token } })
		expect(read.body).toEqual({ email, role: 'helper', has_account: false })
		expect((await accept(token)).body.error_code).toBe('user_already_exists')
		expect((await accept(token, { password: 'short' })).body.error_code).toBe('weak_password')
		const accepted = await accept(token, { password: 'quiet-harbour-42' })
		const { id, accessToken } = tokensIn(accepted.body)
		expect(await roleOf(id)).toBe('helper')
		const [logged] = await world.database.query(
			sql`select reason from shop.owner_acts where user_id = ${id}`,
			z.object({ reason: z.string() }),
		)
		expect(logged?.reason).toBe(`invited by ${owner.email}`)
		const first = await readAdmin(world, 'who-am-i', { bearer: accessToken })
		expect(first.body).toMatchObject({ code: 'insufficient_aal', details: { step: 'set-up' } })
		// Neither the used link nor a made-up one works.
		for (const used of [token, token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]) {
			expect(
				(await callAdminAuth(world, '/staff/invitation', { body: { token: used } })).body.error_code,
			).toBe('otp_expired')
			expect((await accept(used, { password: 'quiet-harbour-43' })).body.error_code).toBe('otp_expired')
		}
	})

	test('to an address with an account is accepted by that account only, after its second step', async () => {
		const [invited, other] = [await withSecondStep(world), await confirmedUser(world)]
		const token = await invite(invited.email, 'accountant')
		expect((await accept(token, { password: 'quiet-harbour-42' })).status).toBe(422)
		await invite(other.email)
		expect((await accept(token, { bearer: await signInAtAdmin(other) })).status).toBe(422)
		expect((await accept(token, { bearer: await signInAtAdmin(invited) })).body.error_code).toBe(
			'insufficient_aal',
		)
		expect(await roleOf(invited.id)).toBeUndefined()
		const plain = await confirmedUser(world)
		const second = await invite(plain.email)
		expect((await accept(second, { bearer: await signInAtAdmin(plain) })).status).toBe(200)
		expect(await roleOf(plain.id)).toBe('helper')
		expect((await accept(second, { bearer: await signInAtAdmin(plain) })).body.error_code).toBe('otp_expired')
	})

	test('is replaced by a newer one, can be withdrawn, and expires after seven days', async () => {
		const email = 'ada@student.test'
		const first = await invite(email)
		const second = await invite(email, 'accountant')
		const read = async (token: string) =>
			(await callAdminAuth(world, '/staff/invitation', { body: { token } })).status
		expect([await read(first), await read(second)]).toEqual([403, 200])
		const listed = await readAdmin(world, 'members', { bearer: await owner.takeStep() })
		expect(listed.body.invitations).toContainEqual(expect.objectContaining({ email, role: 'accountant' }))
		expect((await act('withdraw-invitation', { email })).status).toBe(200)
		expect(await read(second)).toBe(403)
		expect((await act('withdraw-invitation', { email })).body.code).toBe('decision_refused')
		const third = await invite(email)
		await world.database.query(sql`update auth.staff_links set expires_at = now() where email = ${email}`)
		expect(await read(third)).toBe(403)
	})

	test('is accepted only once, even by several requests at the same time', async () => {
		const token = await invite('twice@student.test')
		const answers = await Promise.all([1, 2, 3].map(() => accept(token, { password: 'quiet-harbour-42' })))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		for (const { status } of answers) expect(status).toBeLessThan(500)
	})
})

describe('a role', () => {
	test('cannot be raised by the member, either through the API or in the table', async () => {
		const helper = await signedInMember(world, 'helper')
		for (const [name, body] of [
			['change-role', { id: helper.id, role: 'owner' }],
			['invite-member', { email: 'friend@student.test', role: 'owner' }],
			['remove-member', { id: owner.id }],
		] as const)
			expect((await act(name, body, helper)).body.code, name).toBe('access_denied')
		const written = await world.request('/rest/v1/staff?select=*', {
			headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${helper.accessToken}` },
		})
		expect(written.status).toBe(404)
		expect(await roleOf(helper.id)).toBe('helper')
	})

	test('can be changed by an owner with a recent second step, and the log records the change', async () => {
		const helper = await signedInMember(world, 'helper')
		const body = { id: helper.id, role: 'accountant', reason: 'new job' }
		world.clock.advance(11 * 60)
		const refreshed = await callAdminAuth(world, '/token?grant_type=refresh_token', {
			body: { refresh_token: owner.refreshToken },
		})
		Object.assign(owner, tokensIn(refreshed.body))
		const stale = await actAdmin(world, 'change-role', body, { bearer: owner.accessToken })
		expect(stale).toMatchObject({
			status: 403,
			body: { code: 'insufficient_aal', details: { step: 'take-again' } },
		})
		// The preview needs no recent second step.
		const preview = await actAdmin(
			world,
			'change-role',
			{ ...body, preview: true },
			{ bearer: owner.accessToken },
		)
		expect(preview.body.will).toContain(`Makes ${helper.email} an accountant instead of a helper, at once.`)
		expect((await act('change-role', { ...body, plan: preview.body.plan })).status).toBe(200)
		expect(await roleOf(helper.id)).toBe('accountant')
		// The same plan once more, as if another owner had been quicker.
		const late = await act('change-role', { ...body, plan: preview.body.plan })
		expect(late).toMatchObject({ status: 409, body: { code: 'plan_changed', details: { will: [] } } })
		const log = await readAdmin(world, `log?by=${encodeURIComponent(owner.email)}&customer=${helper.id}`, {
			bearer: await owner.takeStep(),
		})
		expect(log.body.rows).toEqual([
			expect.objectContaining({
				act: 'change-role',
				by: owner.email,
				reason: 'new job',
				before: { role: 'helper' },
				after: { role: 'accountant' },
				customer: { id: helper.id, name: helper.email },
			}),
		])
	})
})

describe('the last owner', () => {
	test('cannot be removed or demoted, and cannot delete their account', async () => {
		const own = await createWorld({ admin: 'public' })
		try {
			const only = await signedInMember(own, 'owner')
			for (const [name, body] of [
				['remove-member', { id: only.id }],
				['change-role', { id: only.id, role: 'helper' }],
			] as const) {
				const refused = await actAdmin(own, name, body, { bearer: await only.takeStep() })
				expect([refused.status, refused.body.message]).toEqual([
					409,
					'The admin needs an owner: make somebody else an owner first.',
				])
			}
			const deleted = await callAuth(own, '/account/delete', { bearer: only.accessToken })
			expect(deleted.status).toBe(409)
			await expect(runAdmin(adminContextOf(own), 'remove-member', only.email)).rejects.toThrow('last owner')
			const second = await signedInMember(own, 'owner')
			const removed = await actAdmin(
				own,
				'remove-member',
				{ id: only.id },
				{ bearer: await second.takeStep() },
			)
			expect(removed.status).toBe(200)
			expect((await readAdmin(own, 'who-am-i', { bearer: only.accessToken })).status).toBe(401)
		} finally {
			await own.close()
		}
	})

	test('is kept when two owners remove each other at the same time', async () => {
		const own = await createWorld({ admin: 'public' })
		try {
			const [one, two] = [await signedInMember(own, 'owner'), await signedInMember(own, 'owner')]
			const answers = await Promise.all([
				actAdmin(own, 'remove-member', { id: two.id }, { bearer: one.accessToken }),
				actAdmin(own, 'remove-member', { id: one.id }, { bearer: two.accessToken }),
			])
			expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
			const left = await own.database.query(sql`select from auth.staff where role = 'owner'`)
			expect(left).toHaveLength(1)
		} finally {
			await own.close()
		}
	})
})

describe('the admin CLI', () => {
	test('adds an account as a member, prints an invitation link for a new address, lists members and removes them', async () => {
		const context = adminContextOf(world)
		const person = await confirmedUser(world)
		await runAdmin(context, 'add-member', person.email, '--role', 'owner')
		expect(await roleOf(person.id)).toBe('owner')
		const lines = await runAdmin(context, 'add-member', 'new@student.test', '--role', 'helper')
		const token = /#([\w-]{43})$/.exec(lines.join('\n'))?.[1] ?? ''
		expect(lines).toEqual([`Link: ${adminUrl}/invitation#${token}`])
		const accepted = await accept(token, { password: 'quiet-harbour-42' })
		expect(await roleOf(tokensIn(accepted.body).id)).toBe('helper')
		const { lines: listed } = await typeCommand(context, ['members'])
		expect(listed.join('\n')).toMatch(
			new RegExp(
				`Email: ${person.email}\n  Role: owner\n  Added at: .*\n  Has second step: no\n  Used at: –\n`,
			),
		)
		await runAdmin(context, 'remove-member', person.email)
		expect(await roleOf(person.id)).toBeUndefined()
	})
})

test('the log is read in pages and can be filtered by member or customer', async () => {
	await world.database.query(sql`
		insert into shop.owner_acts (command, decided_by, at)
		select 'retry', 'Bob', now() - make_interval(secs => floor(n / 2)) from generate_series(1, 120) n`)
	const read = async (query: string) =>
		(await readAdmin(world, `log?${query}`, { bearer: await owner.takeStep() })).body
	const ids: unknown[] = []
	let after = ''
	for (let page = 0; page < 3; page += 1) {
		const { rows, next } = await read(`by=Bob${after}`)
		if (Array.isArray(rows)) ids.push(...rows.map(({ id }) => id))
		after = `&after=${encodeURIComponent(String(next))}`
	}
	expect(new Set(ids).size).toBe(120)
	const customer = await confirmedUser(world)
	await world.database.query(sql`
		update auth.users set raw_user_meta_data = '{"display_name": "Siân O’Mølstrup"}' where id = ${customer.id}`)
	await world.database.query(sql`
		insert into shop.owner_acts (command, decided_by, user_id) values ('ban', 'Eve', ${customer.id})`)
	for (const text of [
		customer.email,
		customer.email.toUpperCase(),
		customer.id,
		"sian o'molstrup",
		'O’Mølstrup',
	])
		expect((await read(`customer=${encodeURIComponent(text)}`)).rows, text).toMatchObject([{ by: 'Eve' }])
	expect((await read('customer=nobody%40student.test')).rows).toEqual([])
	expect((await read('customer=%25')).rows).toEqual([])
	expect((await read('after=nonsense')).code).toBe('validation_failed')
})
