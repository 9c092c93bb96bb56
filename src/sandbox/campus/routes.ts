import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { loadCampusKey, rotateCampusKey } from '#sandbox/campus/keys.ts'
import { aboutPage, chooserPage, noRequestPage, returnPage } from '#sandbox/campus/pages.ts'
import {
	assertionFor,
	type CampusUser,
	metadataOf,
	readRequest,
	responseWith,
	signed,
} from '#sandbox/campus/saml.ts'
import { isJson, readInput } from '#sandbox/http/requests.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Clock } from '#shared/clock.ts'
import { writtenEmailAddress } from '#shared/email-address.ts'
import { sandboxCampus } from '#shared/sandbox-services.ts'

interface CampusOptions {
	store: Store
	clock: Clock
	shopUrl: string
	/** Returns the provider's entity id. A function, because the port is only known once the sandbox is listening. */
	entityId: () => string
}

const { path, domain } = sandboxCampus

/** The users who can sign in without typing anything. */
const campusUsers: readonly CampusUser[] = [
	userOf(`priya.shah@${domain}`, 'Priya Shah'),
	userOf(`leo.marsh@${domain}`, 'Leo Marsh'),
	// The address is not at the campus's domain, so the shop must not accept it.
	userOf('owner@elsewhere.test', 'Otto Outside'),
]

const choiceSchema = z.object({
	request: z.string().max(20_000),
	relayState: z.string().max(200),
	email: writtenEmailAddress('must be an email address').max(255).optional(),
	name: z.string().trim().min(1).max(200).optional(),
	cancel: z.string().optional(),
})

/** Serves the stand-in for a university's identity provider under `/campus`. */
export function createCampusRoutes({ store, clock, shopUrl, entityId }: CampusOptions): Hono {
	const app = new Hono()

	app.get(path, (c) => c.html(aboutPage({ entityId: entityId(), users: campusUsers })))
	app.get(`${path}/metadata`, async (c) => {
		const { certificate } = await loadCampusKey(store)
		const signInUrl = entityId().replace(/metadata$/, 'sign-in')
		return c.body(metadataOf(entityId(), signInUrl, [certificate]), 200, {
			'content-type': 'application/samlmetadata+xml',
		})
	})
	app.post(`${path}/rotate`, async (c) => {
		await rotateCampusKey(store)
		return isJson(c) ? c.json({ rotated: true }) : c.redirect(path, 303)
	})
	app.get(`${path}/sign-in`, (c) => {
		const { SAMLRequest: request = '', RelayState: relayState = '' } = c.req.query()
		if (readRequest(request) === undefined) return c.html(noRequestPage(shopUrl), 400)
		return c.html(chooserPage({ users: campusUsers, request, relayState }))
	})
	app.post(`${path}/sign-in`, async (c) => {
		const { request: encoded, relayState, email, name, cancel } = await readInput(c, choiceSchema)
		const request = readRequest(encoded)
		// Anyone may sign in as anyone here, so the answer is sent only to the path where a shop receives such answers.
		if (request === undefined || !isShops(request.acsUrl)) return c.html(noRequestPage(shopUrl), 400)
		const answer = { entityId: entityId(), request, now: clock.now() }
		const isCancelled = cancel !== undefined || email === undefined
		const assertion = isCancelled ? undefined : assertionFor(userOf(email, name ?? email), answer)
		const response = responseWith(assertion, answer)
		const xml = isCancelled ? response : await signed(response, 'Assertion', await loadCampusKey(store))
		const SAMLResponse = Buffer.from(xml).toString('base64')
		return c.html(returnPage({ acsUrl: request.acsUrl, SAMLResponse, RelayState: relayState }))
	})
	return app
}

function isShops(acsUrl: string): boolean {
	return URL.canParse(acsUrl) && new URL(acsUrl).pathname === '/auth/v1/sso/saml/acs'
}

/** Makes a user from an address. The same address always gives the same id. */
function userOf(email: string, name: string): CampusUser {
	return { id: createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24), email, name }
}
