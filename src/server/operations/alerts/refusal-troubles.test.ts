import { expect, test } from 'vitest'
import { z } from 'zod'
import { alarmingRefusals } from '#server/operations/alerts/refusal-troubles.ts'
import { momentOf } from '#shared/dates.ts'
import { callAdminAuth, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { ownerAddress, useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

/** Returns the alerts about refused attempts that a look for troubles emails. */
async function alerts() {
	await world.storeRefusals()
	world.mails.length = 0
	await world.runJob('raise-alerts', {})
	await world.runJobs()
	return world.mails.filter(({ subject }) => subject.includes('refused'))
}

const cardsSchema = z.object({
	items: z.array(z.looseObject({ kind: z.string(), id: z.string().optional() })),
})
async function cards(member: TestMember) {
	const { body } = await readAdmin(world, 'needs-you', { bearer: await member.takeStep() })
	return cardsSchema.parse(body).items.filter(({ id }) => id?.startsWith('refusals '))
}

const guess = (email: string) =>
	callAdminAuth(world, '/token?grant_type=password', { body: { email, password: 'wrong-harbour-42' } })

test('attempts that pile up on a member’s account are emailed once and shown to owners, with account, network, times and what to do', async () => {
	// From the start of a minute, because the email and the card show the times in minutes.
	world.clock.advance(60 - ((world.clock.now().getTime() / 1000) % 60))
	const first = world.clock.now()
	for (let n = 1; n < alarmingRefusals; n += 1) await guess(helper.email)
	expect(await alerts()).toEqual([])
	expect(await cards(owner)).toEqual([])
	world.clock.advance(600)
	const last = world.clock.now()
	await guess(helper.email)
	const [mail, ...others] = await alerts()
	expect(others).toEqual([])
	expect(mail).toMatchObject({
		to: ownerAddress,
		subject: expect.stringContaining(`${helper.email}: ${alarmingRefusals} attempts were refused`),
	})
	for (const part of [helper.email, 'From', momentOf(first), momentOf(last), 'change their password'])
		expect(mail?.text).toContain(part)
	expect(await alerts()).toEqual([])
	expect(await cards(owner)).toMatchObject([
		{
			kind: 'trouble',
			facts: expect.arrayContaining([
				{ label: 'Account', value: helper.email },
				{ label: 'Failed sign-ins', value: String(alarmingRefusals) },
				{ label: 'First', value: momentOf(first) },
				{ label: 'Last', value: momentOf(last) },
			]),
		},
	])
	expect(await cards(helper)).toEqual([])
	// Another member's account is reported by itself, on the same day.
	for (let n = 0; n < alarmingRefusals; n += 1) await guess(owner.email)
	expect((await alerts()).map(({ subject }) => subject)).toEqual([expect.stringContaining(owner.email)])
	world.clock.advance(2 * 86_400)
	expect(await cards(owner)).toEqual([])
})

test('what a member tries and may not do is reported too, but missing second steps are not', async () => {
	const insider = await signedInMember(world, 'helper')
	const bearer = await insider.takeStep()
	for (let n = 0; n < alarmingRefusals; n += 1) await readAdmin(world, 'settings', { bearer })
	const careful = await signedInMember(world, 'owner')
	const opened = await callAdminAuth(world, '/token?grant_type=password', {
		body: { email: careful.email, password: careful.password },
	})
	const half = String(opened.body.access_token)
	for (let n = 0; n < alarmingRefusals; n += 1) await readAdmin(world, 'settings', { bearer: half })
	expect((await alerts()).map(({ subject }) => subject)).toEqual([expect.stringContaining(insider.email)])
})

test('wrong passwords for a customer’s account and for none raise no alert', async () => {
	const { email } = await confirmedUser(world)
	for (let n = 0; n < 2 * alarmingRefusals; n += 1) {
		await guess(email)
		await guess('nobody@student.test')
	}
	expect(await alerts()).toEqual([])
})
