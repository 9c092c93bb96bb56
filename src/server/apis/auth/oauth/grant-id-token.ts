import type { Context } from 'hono'
import type { z } from 'zod'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { IdTokenError, providerNotEnabled } from '#server/apis/auth/oauth/errors.ts'
import { findOrCreateAccount, linkAccount } from '#server/apis/auth/oauth/find-or-create-account.ts'
import { requireLinking } from '#server/apis/auth/oauth/require-linking.ts'
import { idTokenGrantSchema, readBody } from '#server/apis/auth/schemas.ts'
import {
	lockAccountOf,
	presentSession,
	type SignedIn,
	startSession,
} from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf } from '#server/apis/auth/user/record-event.ts'
import type { AppError } from '#server/platform/app-error.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /token?grant_type=id_token`: signs in with an ID token that a provider issued to this shop's app, or links the token's
 * identity to the caller's account (`link_identity`). An invalid token gets an error in OAuth's format.
 */
export function grantIdToken(auth: AuthDependencies): Handler {
	return handle({
		// What the caller needs depends on the body. Signing in needs a key, and linking an identity needs a recent sign-in.
		authenticate: anyone,
		parse: (c) => readBody(c.req.raw, idTokenGrantSchema),
		act: async (c, _caller, body) => {
			try {
				return c.json(await presentSession(auth, await signIn(c, auth, body)))
			} catch (error) {
				if (!(error instanceof IdTokenError)) throw error
				if (error.cause !== undefined) c.get('log').info({ err: error.cause }, error.message)
				return c.json({ error: error.error, error_description: error.message }, 400)
			}
		},
	})
}

type IdTokenBody = z.infer<typeof idTokenGrantSchema>

async function signIn(c: Context<Env>, auth: AuthDependencies, body: IdTokenBody): Promise<SignedIn> {
	const { id_token: token, access_token: accessToken, nonce } = body
	const linkTo = body.link_identity ? await requireLinking(auth, c.req.raw) : undefined
	if (linkTo === undefined) await auth.authenticate(c.req.raw)
	if (token === '') throw new IdTokenError('invalid request', 'id_token required')
	if (body.provider === '' && (body.client_id === '' || body.issuer === ''))
		throw new IdTokenError('invalid request', 'provider or client_id and issuer required')
	const provider = auth.settings.idTokenGrant
		? auth.oauthProviders.find(body.provider, body.issuer)
		: undefined
	if (provider === undefined) throw providerOff(body)

	const [device, now] = [deviceOf(c), auth.clock.now()]
	const from = device.address
	const tried = linkTo === undefined ? {} : { userId: linkTo.user.id }
	return await noteFailures(auth, { way: 'ID token', tried, from }, async () => {
		const identity = await limitFailures(auth.rateLimits, [['verify', from]], () =>
			provider.identityFromIdToken({ token, accessToken, nonce }),
		)
		const { settings } = auth
		return await auth.database.asServer(async (tx) => {
			const user =
				linkTo === undefined
					? await findOrCreateAccount(tx, identity, { device, now, settings })
					: await linkAccount(tx, identity, (await lockAccountOf(tx, linkTo, now)).id, { device, now })
			return await startSession(tx, { user, method: 'oauth', device, now, settings })
		})
	})
}

function providerOff({ provider, issuer }: IdTokenBody): AppError {
	const named = provider === 'google' ? 'https://accounts.google.com' : issuer.slice(0, 100)
	const which = provider === 'google' || provider === '' ? `(issuer "${named}")` : provider.slice(0, 40)
	return providerNotEnabled(which)
}
