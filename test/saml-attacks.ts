import { expect } from 'vitest'
import {
	assertionFor,
	metadataOf,
	readRequest,
	responseWith,
	type SignInRequest,
	signed,
} from '#sandbox/campus/saml.ts'
import { sql } from '#server/platform/db/sql.ts'
import { confirmedUser, type TestUser } from '#test/auth.ts'
import { callProviders, campusAddress, makeCampusKey, makeSamlKey, postAnswer } from '#test/campus.ts'
import { clientIn, errorIn, makeTestBrowser } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

export const entityId = 'https://id.campus.test/metadata'
export const otherEntityId = 'https://id.rival.test/metadata'
export const signInUrl = 'https://id.campus.test/sign-in'
export const priya = { id: 'priya-1', email: 'priya@campus.test', name: 'Priya' }
export const [key, rivalsKey] = [makeCampusKey(), makeCampusKey()]

/** A sign-in at a university that has begun. */
export interface Flow {
	entityId: string
	request: SignInRequest
	now: Date
	relayState: string
}

/** A shop with two universities, and what an attacker can do to it. */
export interface AttackedCampus {
	world: World
	/** The user whose account the attackers want. */
	victim: TestUser
	/** Begins a sign-in, which an attacker can do as well. */
	begin(client?: ReturnType<typeof clientIn>, redirectTo?: string): Promise<Flow>
	/** Posts a response, and returns where the browser goes. */
	deliver(xml: string, relayState: string): Promise<URL>
	post(fields: Record<string, string>): Promise<URL>
	/** Runs an attack, and checks that it leaves no account, identity or code behind. */
	expectRefused(attack: () => Promise<URL>, code?: string): Promise<void>
}

export async function createAttackedCampus(): Promise<AttackedCampus> {
	const world = await createWorld({ samlKey: makeSamlKey(), rateLimitScale: 100_000 })
	const victim = await confirmedUser(world)
	for (const [id, itsKey, domain] of [
		[entityId, key, 'campus.test'],
		[otherEntityId, rivalsKey, 'rival.test'],
	] as const) {
		const metadata_xml = metadataOf(id, signInUrl, [itsKey.certificate])
		const resource_id = domain.split('.')[0]
		const added = await callProviders(world, '', {
			type: 'saml',
			metadata_xml,
			domains: [domain],
			resource_id,
		})
		expect(added.status).toBe(201)
	}

	async function begin(client = clientIn(world, makeTestBrowser()), redirectTo?: string): Promise<Flow> {
		const address = new URL(await campusAddress(client, { domain: 'campus.test' }, redirectTo))
		const request = readRequest(address.searchParams.get('SAMLRequest') ?? '')
		if (request === undefined) throw new Error('no request')
		return {
			entityId,
			request,
			now: world.clock.now(),
			relayState: address.searchParams.get('RelayState') ?? '',
		}
	}

	async function deliver(xml: string, relayState: string): Promise<URL> {
		const SAMLResponse = Buffer.from(xml).toString('base64')
		return await post({ SAMLResponse, RelayState: relayState })
	}

	async function post(fields: Record<string, string>): Promise<URL> {
		return await postAnswer({
			action: `${world.url}/auth/v1/sso/saml/acs`,
			form: new URLSearchParams(fields),
		})
	}

	async function people(): Promise<unknown[]> {
		return await world.database.query(sql`
			select u.id, u.email, count(i.id) as ways from auth.users u left join auth.identities i on i.user_id = u.id group by u.id order by u.id`)
	}

	async function expectRefused(attack: () => Promise<URL>, code = 'validation_failed'): Promise<void> {
		const codes = sql`select count(*)::integer as codes from auth.flow_state`
		const before = [await people(), await world.database.query(codes)]
		const back = await attack()
		expect(back.origin).toBe(world.url)
		expect(errorIn(back)).toMatchObject({ error_code: code })
		expect([await people(), await world.database.query(codes)]).toEqual(before)
	}

	return { world, victim, begin, deliver, post, expectRefused }
}

/** Makes a response that signs Priya in, with a signed assertion. */
export async function genuine(flow: Flow, user = priya): Promise<string> {
	return await signed(responseWith(assertionFor(user, flow), flow), 'Assertion', key)
}
