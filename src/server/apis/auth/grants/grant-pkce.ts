import { z } from 'zod'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { userBanned } from '#server/apis/auth/errors.ts'
import { flowExpired, flowNotFound, wrongCodeVerifier } from '#server/apis/auth/grants/errors.ts'
import { fitsVerifier } from '#server/apis/auth/grants/pkce.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { pkceGrantSchema, readBody } from '#server/apis/auth/schemas.ts'
import {
	presentSession,
	type SignedIn,
	signInMethodSchema,
	startSession,
} from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf } from '#server/apis/auth/user/record-event.ts'
import { mergeIfItFits, storedMetadataSchema } from '#server/apis/auth/user/user-metadata.ts'
import { isBanned, lockUserWhere, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { hashToken } from '#server/platform/tokens.ts'

const flowRow = z.object({
	id: z.string(),
	code_challenge: z.string(),
	code_challenge_method: z.enum(['s256', 'plain']),
	authentication_method: signInMethodSchema,
	pending_password: z.string().nullable(),
	pending_metadata: storedMetadataSchema.nullable(),
	auth_code_issued_at: z.date(),
	session_not_after: z.date().nullable(),
})

/** `POST /token?grant_type=pkce`: exchanges a code for a session, once, for the browser that began the flow. */
export function grantPkce(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const { auth_code: code, code_verifier: verifier } = await readBody(c.req.raw, pkceGrantSchema)
			if (code === '' || verifier === '')
				throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
			return { code, verifier }
		},
		act: async (c, _caller, { code, verifier }) => {
			return c.json(await presentSession(auth, await tryCode(auth, { code, verifier, device: deviceOf(c) })))
		},
	})
}

interface Exchange {
	code: string
	verifier: string
	device: Device
}

/** Exchanges a code for a session, counting wrong codes by network. */
export async function tryCode(auth: AuthDependencies, exchange: Exchange): Promise<SignedIn> {
	const { address: from } = exchange.device
	const attempt = { way: 'code of a sign-in', tried: { authCode: exchange.code }, from } as const
	return await noteFailures(auth, attempt, () =>
		limitFailures(auth.rateLimits, [['verify', from]], () =>
			auth.database.asServer((tx) => exchangeCode(tx, auth, exchange)),
		),
	)
}

/** Exchanges a code for a session. Throws the grant’s error if the code is unknown, too old or issued to another browser. */
async function exchangeCode(
	tx: Transaction,
	{ clock, settings }: AuthDependencies,
	{ code, verifier, device }: Exchange,
): Promise<SignedIn> {
	const now = clock.now()
	// Every operation locks the user first, which rules out deadlocks.
	const user = await lockUserWhere(
		tx,
		sql`u.id = (select user_id from auth.flow_state where auth_code_hash = ${hashToken(code)})`,
	)
	const flow = await maybeOne(
		tx,
		sql`
		select id, code_challenge, code_challenge_method, authentication_method, pending_password, pending_metadata, auth_code_issued_at,
			session_not_after
		from auth.flow_state where auth_code_hash = ${hashToken(code)} for update`,
		flowRow,
	)
	if (user === undefined || flow === undefined) throw flowNotFound()
	if (now.getTime() - flow.auth_code_issued_at.getTime() > settings.flowStateSeconds * 1000)
		throw flowExpired()
	if (!fitsVerifier(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method }))
		throw wrongCodeVerifier()
	if (isBanned(user, now)) throw userBanned(400)
	await tx.execute(sql`delete from auth.flow_state where id = ${flow.id}`)
	const known = await applyPendingSignUp(tx, user, flow)
	const { authentication_method: method, session_not_after: notAfter } = flow
	return await startSession(tx, { user: known, method, device, now, settings, notAfter })
}

/** Applies the password and metadata of the sign-up that this browser made. Keeps anything that was set in the meantime. */
async function applyPendingSignUp(
	tx: Transaction,
	user: UserRow,
	{ pending_password, pending_metadata }: z.infer<typeof flowRow>,
): Promise<UserRow> {
	if (pending_password === null && pending_metadata === null) return user
	const encrypted_password = user.encrypted_password ?? pending_password
	const { raw_user_meta_data: current } = user
	const raw_user_meta_data = { ...mergeIfItFits(current, pending_metadata ?? {}), ...current }
	const metadata = JSON.stringify(raw_user_meta_data)
	await tx.execute(sql`
		update auth.users set encrypted_password = ${encrypted_password}, raw_user_meta_data = ${metadata}::jsonb
		where id = ${user.id}`)
	return { ...user, encrypted_password, raw_user_meta_data }
}
