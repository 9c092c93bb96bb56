import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { deviceOf } from '#server/auth/device.ts'
import { invalid } from '#server/auth/errors.ts'
import { oneWay } from '#server/auth/one-way.ts'
import { pkceGrantSchema, readBody } from '#server/auth/schemas.ts'
import { presentSession, type SignInMethod, startSession } from '#server/auth/sessions.ts'
import { isBanned, type UserRow, userColumns } from '#server/auth/users.ts'
import type { Row } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

interface FlowRow extends Row {
	id: string
	code_challenge: string
	code_challenge_method: 's256' | 'plain'
	authentication_method: SignInMethod
	auth_code_issued_at: Date
}

/** `POST /token?grant_type=pkce`: exchanges a code for a session, once, for the browser that began the flow. */
export async function grantPkce(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.rateLimits.consume('refresh', c.get('clientAddress'))
	await auth.authenticate(c.req.raw)
	const { auth_code: code, code_verifier: verifier } = await readBody(c.req.raw, pkceGrantSchema)
	if (code === '' || verifier === '')
		throw invalid('invalid request: both auth code and code verifier should be non-empty')

	const now = auth.clock.now()
	const { flowStateSeconds, sessionSeconds } = auth.settings
	const signedIn = await auth.database.asServer(async (tx) => {
		// The user is locked before the flow, as everywhere, so that two requests cannot wait for each other.
		const [user] = await tx.query<UserRow>(sql`
			select ${userColumns} from auth.users u
			where u.id = (select user_id from auth.flow_state where auth_code_hash = ${oneWay(code)}) for no key update`)
		const [flow] = await tx.query<FlowRow>(sql`
			select id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at
			from auth.flow_state where auth_code_hash = ${oneWay(code)} for update`)
		if (user === undefined || flow === undefined) {
			throw refused('flow_state_not_found', 404, 'invalid flow state, no valid flow state found')
		}
		if (now.getTime() - flow.auth_code_issued_at.getTime() > flowStateSeconds * 1000) {
			throw refused('flow_state_expired', 422, 'invalid flow state, flow state has expired')
		}
		if (!answers(verifier, flow)) {
			throw refused('bad_code_verifier', 400, 'code challenge does not match previously saved code verifier')
		}
		if (isBanned(user, now)) throw refused('user_banned', 400, 'User is banned')
		await tx.execute(sql`delete from auth.flow_state where id = ${flow.id}`)
		return startSession(tx, {
			user,
			method: flow.authentication_method,
			device: deviceOf(c),
			now,
			sessionSeconds,
		})
	})
	return c.json(await presentSession(auth, signedIn))
}

function answers(verifier: string, { code_challenge, code_challenge_method }: FlowRow): boolean {
	const answer =
		code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
	// Digests, because the comparison wants equal lengths.
	return timingSafeEqual(oneWay(answer), oneWay(code_challenge))
}

function refused(
	code: 'flow_state_not_found' | 'flow_state_expired' | 'bad_code_verifier' | 'user_banned',
	status: number,
	message: string,
): AppError {
	return new AppError({ code, status, message })
}
