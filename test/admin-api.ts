import { expect } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { homeApi } from '#shared/admin/home.ts'
import type { Role } from '#shared/admin/members.ts'
import { confirmedUser, type TestUser, tokensIn } from '#test/auth.ts'
import { pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { createWorld, type World } from '#test/world.ts'

/** A member of staff who has signed in to the admin. */
export interface TestMember extends TestUser {
	role: Role
	/** Returns an access token with a recent second step. Repeats the step if the last one was too long ago. */
	takeStep(): Promise<string>
}

const idSchema = z.object({ id: z.uuid() })
/** Less than the ten minutes for which an access token is valid and a second step counts as recent. */
const freshMs = 9 * 60_000

/** Makes a member of staff with an authenticator app, signed in to the admin with it. */
export async function signedInMember(world: World, role: Role): Promise<TestMember> {
	const person = await withSecondStep(world)
	await addStaff(world, person.id, role)
	const post = async (path: string, body: unknown, bearer?: string) =>
		(await callAdminAuth(world, path, { body, ...(bearer === undefined ? {} : { bearer }) })).body
	const { email, password } = person
	let takenAt = Number.NEGATIVE_INFINITY
	const takeStep = async () => {
		if (world.clock.now().getTime() - takenAt < freshMs) return member.accessToken
		// Each code can be used once.
		world.clock.advance(30)
		const { accessToken } = tokensIn(await post('/token?grant_type=password', { email, password }))
		const path = `/factors/${person.factorId}`
		const challenge = idSchema.parse(await post(`${path}/challenge`, {}, accessToken))
		const code = appCode(world, person.secret)
		const raised = await post(`${path}/verify`, { challenge_id: challenge.id, code }, accessToken)
		Object.assign(member, tokensIn(raised))
		takenAt = world.clock.now().getTime()
		return member.accessToken
	}
	const member: TestMember = { ...person, role, takeStep }
	await takeStep()
	return member
}

/** Creates a shop with a payment provider, whose owner has signed in to the admin. The provider's events are paused. */
export async function createShopAndOwner(): Promise<{ world: World; owner: TestMember }> {
	const world = await createWorld({ sandbox: true, admin: 'public' })
	await pauseEvents(world)
	return { world, owner: await signedInMember(world, 'owner') }
}

type Card = z.infer<(typeof homeApi)['needs-you']['output']>['items'][number]

/** Returns what the admin's home shows about a purchase among the cards of one kind. */
export async function cardsAbout<Kind extends Card['kind']>(
	world: World,
	{ accessToken: bearer }: TestMember,
	{ kind, purchaseId }: { kind: Kind; purchaseId: string },
) {
	const { status, body } = await readAdmin(world, `needs-you?all=${kind}`, { bearer })
	expect(status, JSON.stringify(body)).toBe(200)
	return homeApi['needs-you'].output
		.parse(body)
		.items.filter(
			(item): item is Extract<Card, { kind: Kind }> =>
				item.kind === kind && 'purchase' in item && item.purchase === purchaseId,
		)
}

/** Creates a shop that has sold a guide, and whose owner has signed in to the admin. The provider's events are paused. */
export async function createSaleAndOwner(): Promise<{ world: World; sale: Sale; owner: TestMember }> {
	const world = await createWorld({ sandbox: true, admin: 'public' })
	await pauseEvents(world)
	// Makes the sale first, because signing in moves the shop's clock forward, but not the provider's.
	const sale = await sell(world)
	return { world, sale, owner: await signedInMember(world, 'owner') }
}

/** Makes a member of staff who has no second factor and isn't signed in. */
export async function newMember(world: World, role: Role): Promise<TestUser> {
	const person = await confirmedUser(world)
	await addStaff(world, person.id, role)
	return person
}

async function addStaff({ database }: World, id: string, role: Role): Promise<void> {
	await database.query(
		sql`insert into auth.staff (user_id, role, added_by) values (${id}, ${role}, 'a test')`,
	)
}

interface AdminAnswer {
	status: number
	headers: Headers
	body: Record<string, unknown>
}

interface AdminCall {
	bearer?: string | undefined
	body?: unknown
	method?: string
	headers?: Record<string, string>
}

/** Calls the Auth API as the admin serves it. */
export async function callAdminAuth(
	world: World,
	path: string,
	{ body, bearer, method = 'POST', headers }: AdminCall = {},
): Promise<AdminAnswer> {
	return await callListener(world, `/auth/v1${path}`, {
		method,
		headers: { apikey: world.keys.publishableKey, ...headers },
		body,
		bearer,
	})
}

/** Calls one of the admin API's reads. `name` may include a query. */
export async function readAdmin(world: World, name: string, call: AdminCall = {}): Promise<AdminAnswer> {
	return await callListener(world, name === '' ? '/api' : `/api/${name}`, { method: 'GET', ...call })
}

/** Calls an operation of the admin's API that changes something. */
export async function actAdmin(
	world: World,
	name: string,
	body: unknown,
	call: AdminCall = {},
): Promise<AdminAnswer> {
	return await callListener(world, `/api/${name}`, { method: 'POST', body, ...call })
}

async function callListener(
	world: World,
	path: string,
	{ body, bearer, headers, method = 'GET' }: AdminCall,
): Promise<AdminAnswer> {
	const response = await world.adminRequest(path, {
		method,
		headers: { ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	const text = await response.text()
	const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
	return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
}
