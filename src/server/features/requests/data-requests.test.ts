import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { type DataRequest, dataRequestSchema } from '#shared/refund-terms.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { answerBy } from './data-requests.ts'

const world = await useWorld({ admin: 'public' })
const made = z.object({ data: z.array(dataRequestSchema) })

async function ask(client: SupabaseClient, kind: string, said: string) {
	const { data, error } = await client.functions.invoke('request-data', { body: { kind, said } })
	return error === null ? made.parse(data).data : Number(error.context.status)
}

async function askedBy(client: SupabaseClient): Promise<DataRequest[]> {
	const { data } = await client.functions.invoke('refund-terms', { body: {} })
	return made.loose().parse(data).data
}

test.each([
	['data request', '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
	['data request', '2026-11-28T23:30:00Z', '2026-12-28T23:30:00Z'],
	['data complaint', '2026-11-28T10:00:00Z', '2026-12-28T10:00:00Z'],
	['data complaint', '2027-01-31T10:00:00Z', '2027-03-02T10:00:00Z'],
] as const)('a %s of %s has to be answered by %s', (kind, at, due) => {
	expect(answerBy({ kind, asked_at: new Date(at) })).toEqual(new Date(due))
})

test('a complaint is confirmed once to the second, waits for the owner with its due date, and is answered once', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	const mails = () => world.mails.filter(({ to, subject }) => to === data.user?.email && /data/.test(subject))
	const said = 'You emailed me <b>twice</b>.\n\nPlease stop.'
	const answers = await Promise.all(
		Array.from({ length: 6 }, async () => await ask(client, 'data complaint', said)),
	)
	for (const answer of answers) expect(answer).toMatchObject([{ kind: 'data complaint', said, answer: null }])
	await world.runJobs()
	const [received, ...others] = mails()
	expect(others).toEqual([])
	expect(received?.text).toMatch(/On \d+ \w+ \d{4} at \d\d:\d\d:\d\d you complained/)
	expect(received?.text).toContain('Please stop.')
	expect(received?.html).not.toContain('<b>twice')
	expect(await ask(client, 'data request', 'A copy, please.')).toHaveLength(2)
	await world.runJobs()

	const owner = await signedInMember(world, 'owner')
	const items = async () => {
		const { body } = await readAdmin(world, 'needs-you', { bearer: owner.accessToken })
		return z
			.object({ items: z.array(z.looseObject({ kind: z.string(), about: z.string().optional() })) })
			.parse(body)
			.items.filter(({ kind }) => kind === 'data')
	}
	const [complaint, request] = await items()
	expect(complaint).toMatchObject({ about: 'data complaint', said, acknowledged_at: expect.any(String) })
	expect(request).toMatchObject({ about: 'data request' })
	await world.runJob('raise-alerts', {})
	await world.runJobs()
	const alert = world.mails.find(({ subject }) => subject.includes('2 customers are waiting'))
	expect(alert?.text).toMatch(/Complaint about data: answer by \d+ \w+ \d{4}/)

	const answer = { request: complaint?.request, text: 'We have stopped.' }
	const statuses = await Promise.all(
		Array.from(
			{ length: 6 },
			async () =>
				(await actAdmin(world, 'answer-request', answer, { bearer: await owner.takeStep() })).status,
		),
	)
	expect(statuses.filter((status) => status === 200)).toHaveLength(1)
	await world.runJobs()
	expect((await items()).map(({ about }) => about)).toEqual(['data request'])
	expect(mails().map(({ subject }) => subject)).toEqual([
		'We’ve received your complaint about your data',
		'We’ve received your request about your data',
		'Our answer about your data',
	])
	expect(await askedBy(client)).toMatchObject([
		{ kind: 'data request', answer: null },
		{ kind: 'data complaint', answer: answer.text },
	])
	const { body } = await readAdmin(world, `customer?id=${data.user?.id}`, { bearer: owner.accessToken })
	expect(body.requests).toMatchObject([{ kind: 'data request', product: null }, { answer: answer.text }])
	// A new complaint can follow the answer, but nothing waits once the account has been deleted.
	expect(await ask(client, 'data complaint', 'It happened again.')).toHaveLength(3)
	await world.database.asServer((tx) => eraseAccount(tx, data.user?.id ?? '', world.clock.now()))
	expect(await items()).toEqual([])
})

test('nobody sees what another has asked, and nothing is taken from those who are signed out or say nothing', async () => {
	const client = await signedInClient(world)
	await ask(client, 'data request', 'Mine.')
	const other = await signedInClient(world)
	expect(await askedBy(other)).toEqual([])
	expect(await ask(other, 'data request', ' ')).toBe(400)
	expect(await ask(other, 'refund', 'Please')).toBe(400)
	expect(await ask(anonymousClient(world), 'data request', 'Hello')).toBe(401)
})
