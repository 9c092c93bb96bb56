import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { sql } from '#server/platform/db/sql.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

export interface AuthAnswer {
	status: number
	headers: Headers
	/** Null if the answer has no body. */
	body: Record<string, unknown> | null
}

interface AuthCall {
	method?: string
	body?: unknown
	/** A raw body that no client would send. */
	rawBody?: BodyInit
	bearer?: string
	headers?: Record<string, string>
}

/** Sends a request to the Auth API, with the publishable key unless `headers` says otherwise. */
export async function callAuth(
	world: World,
	path: string,
	{ method = 'POST', body, rawBody, bearer, headers }: AuthCall = {},
): Promise<AuthAnswer> {
	const response = await world.request(`/auth/v1${path}`, {
		method,
		redirect: 'manual',
		headers: {
			apikey: world.keys.publishableKey,
			...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
			...headers,
		},
		...(rawBody !== undefined ? { body: rawBody } : body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	const text = await response.text()
	return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Calls the Auth API as the service role. */
export async function callAuthAsServiceRole(
	world: World,
	path: string,
	call: Omit<AuthCall, 'bearer'>,
): Promise<AuthAnswer> {
	const { secretKey } = world.keys
	return await callAuth(world, path, {
		...call,
		bearer: secretKey,
		headers: { apikey: secretKey, ...call.headers },
	})
}

interface AdminApi {
	world: World
	/** The Admin API of the official client. */
	admin: ReturnType<typeof serviceRoleClient>['auth']['admin']
	/** Calls the Admin API with the secret key, without the official client. */
	call: (path: string, method: string, body?: unknown) => Promise<AuthAnswer>
	newEmail: () => string
}

/** Creates a shop for tests of the Auth API's Admin API. */
export async function createAdminApi(): Promise<AdminApi> {
	const world = await createWorld()
	return {
		world,
		admin: serviceRoleClient(world).auth.admin,
		call: (path, method, body) => callAuthAsServiceRole(world, path, { method, body }),
		newEmail: () => `made.${++made}@student.test`,
	}
}

/** Signs in with a password. */
export async function signIn(world: World, email: string, password: string): Promise<AuthAnswer> {
	return await callAuth(world, '/token?grant_type=password', { body: { email, password } })
}

/** Confirms a sign-up with its emailed link, in the browser with this verifier. */
export async function confirmSignUp(
	world: World,
	token_hash: string,
	code_verifier = ownBrowser.verifier,
): Promise<AuthAnswer> {
	return await callAuth(world, '/verify', { body: { type: 'signup', token_hash, code_verifier } })
}

/** Reads the user that an access token belongs to. */
export async function getUser(world: World, bearer: string): Promise<AuthAnswer> {
	return await callAuth(world, '/user', { method: 'GET', bearer })
}

/** Runs the mail jobs. Returns the tokens of all links sent to the address, oldest first. */
export async function emailedTokens(world: World, email: string): Promise<string[]> {
	await world.runJobs()
	return world.mails
		.filter((mail) => mail.to === email)
		.map((mail) => new URL(/https?:\S+/.exec(mail.text)?.[0] ?? 'none:').searchParams.get('token_hash') ?? '')
}

/** Returns the token of the newest link sent to the address. */
export async function newestToken(world: World, email: string): Promise<string> {
	const token = (await emailedTokens(world, email)).at(-1)
	if (token === undefined) throw new Error(`no mail to ${email}`)
	return token
}

export interface TestUser {
	id: string
	email: string
	password: string
	accessToken: string
	refreshToken: string
}

interface Browser {
	verifier: string
	challenge: { code_challenge: string; code_challenge_method: 's256' }
}

/**
 * Makes a PKCE pair. The browser sends the challenge when signing up, and keeps the verifier. The password applies only if the
 * address is confirmed with the verifier that matches the challenge.
 */
export function makeBrowser(): Browser {
	const verifier = randomBytes(32).toString('base64url')
	const code_challenge = createHash('sha256').update(verifier).digest('base64url')
	return { verifier, challenge: { code_challenge, code_challenge_method: 's256' } }
}

/** The PKCE pair of sign-ups in tests that do not depend on it. */
export const ownBrowser = makeBrowser()

/** Makes every waiting job due now, for emails that are sent only after a minute. */
export async function sendWaitingEmails({ testDatabase }: Pick<World, 'testDatabase'>): Promise<void> {
	const client = new pg.Client({ connectionString: testDatabase.superuserUrl })
	await client.connect()
	await client.query('update graphile_worker._private_jobs set run_at = now()')
	await client.end()
}

let made = 0

/** Creates a user with a confirmed account, signed in by an emailed link. */
export async function confirmedUser(world: World, password = 'quiet-harbour-42'): Promise<TestUser> {
	const email = `someone.${++made}@student.test`
	await callAuth(world, '/signup', {
		body: { email, password, data: { display_name: 'Some One' }, ...ownBrowser.challenge },
	})
	const { body } = await callAuth(world, '/verify', {
		body: {
			type: 'signup',
			token_hash: await newestToken(world, email),
			code_verifier: ownBrowser.verifier,
		},
	})
	return { email, password, ...tokensIn(body) }
}

/** Signs a user in once more, as on another device. */
export async function signInAgain(
	world: World,
	{ email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<Pick<TestUser, 'id' | 'accessToken' | 'refreshToken'>> {
	const { body } = await callAuth(world, '/token?grant_type=password', { body: { email, password } })
	return tokensIn(body)
}

/** The parts of a session's answer that tests use. */
export function tokensIn(body: AuthAnswer['body']): Pick<TestUser, 'id' | 'accessToken' | 'refreshToken'> {
	const { access_token: accessToken, refresh_token: refreshToken, user } = body ?? {}
	if (typeof accessToken !== 'string' || typeof refreshToken !== 'string')
		throw new Error(`no session in ${JSON.stringify(body)}`)
	if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string')
		throw new Error('no user')
	return { id: user.id, accessToken, refreshToken }
}

/** Bans a user indefinitely, as an administrator would. */
export async function ban(world: World, { id }: Pick<TestUser, 'id'>): Promise<void> {
	await world.database.query(
		sql`update auth.users set banned_until = now() + interval '10 years' where id = ${id}`,
	)
}
