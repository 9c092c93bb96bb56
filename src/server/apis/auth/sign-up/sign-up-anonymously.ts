import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { anonymousSignInsDisabled, signUpsClosed } from '#server/apis/auth/errors.ts'
import { presentSession, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { mergeMetadata, readMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { readUser } from '#server/apis/auth/user/users.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'

/**
 * `POST /signup` without an address: signs in an anonymous user. Only this session can use the account until an address is
 * added (`PUT /user`). Throws `anonymous_provider_disabled` if the shop does not offer it.
 */
export async function signUpAnonymously(
	c: Context<Env>,
	auth: AuthDependencies,
	body: { password: string; data?: unknown },
): Promise<Record<string, unknown>> {
	const { settings, clock, rateLimits, database } = auth
	if (!settings.anonymousUsers) throw anonymousSignInsDisabled()
	if (!settings.signUpsOpen) throw signUpsClosed()
	if (body.password !== '')
		throw validationFailed('A password needs an email address or a phone number with it')
	const metadata = JSON.stringify(mergeMetadata({}, readMetadata(body.data)))
	const device = deviceOf(c)
	await rateLimits.consume('signUpAnonymous', device.address)
	const now = clock.now()
	const id = randomUUID()
	const signedIn = await database.asServer(async (tx) => {
		await tx.execute(sql`
			insert into auth.users (id, is_anonymous, raw_user_meta_data, created_at, updated_at)
			values (${id}, true, ${metadata}::jsonb, ${now}, ${now})`)
		const details = { provider: 'anonymous' }
		await recordEvent(tx, { userId: id, action: 'user_signedup', from: device, now, details })
		return await startSession(tx, {
			user: await readUser(tx, id),
			method: 'anonymous',
			device,
			now,
			settings,
		})
	})
	return await presentSession(auth, signedIn)
}
