import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { type DataRequest, dataRequestSchema } from '#shared/refund-terms.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { tamper } from '#test/money-ledger.ts'
import { callFunction } from '#test/release-notices.ts'
import { useWorld } from '#test/world.ts'
import { answerBy } from './data-requests.ts'

const world = await useWorld({ admin: 'public', trustedProxies: ['127.0.0.1'] })
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

let network = 0
/** Asks for a link as a signed-out visitor. Returns the newest one that the address has been sent. */
async function linkFor(email: string): Promise<string> {
	network += 1
	const answer = await callFunction(
		world,
		'request-refund-link',
		{ email, about: 'data' },
		`198.51.100.${network}`,
	)
	expect(`${answer.status} ${await answer.text()}`).toBe('200 {}')
	await world.runJobs()
	return linksTo(email).at(-1) ?? ''
}

const linksTo = (email: string) =>
	world.mails.flatMap(({ to, text }) =>
		to === email ? [...text.matchAll(/\/account\/refund\?link=([\w-]{43})/g)].map(([, token]) => token) : [],
	)

const post = async (name: string, body: object) => {
	const answer = await callFunction(world, name, body)
	return { status: answer.status, body: Object(await answer.json()) }
}

test('somebody without an account asks by an emailed link, and is answered by email with a due date', async () => {
	const email = 'waits.for.a.guide@student.test'
	const link = await linkFor(email)
	expect(await post('refund-terms', { link })).toEqual({
		status: 200,
		body: { purchases: [], data: [], isAboutData: true },
	})
	const said = 'Which addresses of mine do you have?'
	const asked = await Promise.all(
		Array.from({ length: 6 }, () => post('request-data', { kind: 'data request', said, link })),
	)
	for (const { body } of asked)
		expect(body.data).toMatchObject([{ kind: 'data request', said, answer: null }])
	await world.runJobs()
	const mails = () => world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
	expect(mails()).toEqual([
		'Your link to ask or complain about your data',
		'We’ve received your request about your data',
	])

	const owner = await signedInMember(world, 'owner')
	const { body } = await readAdmin(world, 'needs-you', { bearer: owner.accessToken })
	const { items } = z.object({ items: z.array(z.looseObject({ kind: z.string() })) }).parse(body)
	const item = items.find((one) => one.kind === 'data' && one.email === email)
	expect(item).toMatchObject({
		user_id: null,
		acknowledged_at: expect.any(String),
		answer_by: expect.any(String),
	})
	const answer = { request: item?.request, text: 'Only this one.' }
	expect(
		(
			await actAdmin(
				world,
				'answer-request',
				{ ...answer, preview: true },
				{ bearer: await owner.takeStep() },
			)
		).body.will,
	).toEqual([`Emails your answer to ${email}.`])
	expect((await actAdmin(world, 'answer-request', answer, { bearer: await owner.takeStep() })).status).toBe(
		200,
	)
	await world.runJobs()
	expect(mails().at(-1)).toBe('Our answer about your data')
	expect((await post('refund-terms', { link })).body.data).toMatchObject([{ answer: answer.text }])
	// It is deleted a year after the answer.
	const left = async () => (await post('refund-terms', { link: await linkFor(email) })).body.data.length
	world.clock.advance(61)
	await world.runJob('purge-expired', {})
	expect(await left()).toBe(1)
	await tamper(
		world,
		`update shop.requests set answered_at = answered_at - interval '366 days' where email = $1`,
		[email],
	)
	world.clock.advance(61)
	await world.runJob('purge-expired', {})
	expect(await left()).toBe(0)
})

test('a link about data belongs to its address: it shows no purchase, and is the account’s if there is one', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	const link = await linkFor(data.user?.email ?? '')
	await post('request-data', { kind: 'data complaint', said: 'By the link.', link })
	expect(await askedBy(client)).toMatchObject([{ said: 'By the link.' }])
	const purchase = { purchaseId: crypto.randomUUID(), way: 'refund', link }
	expect((await post('request-refund', purchase)).status).toBe(404)
	const other = await linkFor('somebody.else@student.test')
	expect((await post('refund-terms', { link: other })).body.data).toEqual([])
	expect((await post('request-data', { kind: 'data request', said: 'x', link: 'x'.repeat(43) })).status).toBe(
		403,
	)
	world.clock.advance(86_401)
	expect((await post('request-data', { kind: 'data request', said: 'x', link })).status).toBe(403)
})

test('six requests for a link at the same moment send one email', async () => {
	const email = 'six.times@student.test'
	await Promise.all(
		Array.from({ length: 6 }, () => callFunction(world, 'request-refund-link', { email, about: 'data' })),
	)
	await world.runJobs()
	expect(linksTo(email)).toHaveLength(1)
})
