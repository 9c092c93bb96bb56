import { passkeyAnswer, passkeyOptionsAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { credentialExists } from '#server/apis/auth/errors.ts'
import {
	credentialSchema,
	readAnswer,
	storeChallenge,
	takeChallenge,
} from '#server/apis/auth/passkeys/challenges.ts'
import { tooManyPasskeys } from '#server/apis/auth/passkeys/errors.ts'
import { requirePasskeyManager } from '#server/apis/auth/passkeys/require-passkeys.ts'
import { listCredentials, passkeyRow, presentPasskey } from '#server/apis/auth/passkeys/stored-passkeys.ts'
import {
	checkRegistration,
	creationOptions,
	registrationSchema,
} from '#server/apis/auth/passkeys/webauthn.ts'
import { lockAccountOf } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf } from '#server/apis/auth/user/users.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deviceName } from '#server/platform/http/device-name.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

const mostPasskeys = 10

/**
 * `POST /passkeys/registration/options`: returns what the browser needs to make a passkey. Requires a recent sign-in, because
 * an intruder's passkey would go on working after the user changes the password.
 */
export function startRegistration(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Returns what the browser needs to make a passkey.',
			for: 'users',
			answers: { 200: passkeyOptionsAnswer },
		},
		authenticate: (c) => requirePasskeyManager(auth, c.req.raw, 'Adding a passkey requires reauthentication'),
		act: async (c, session) => {
			await auth.rateLimits.consume('updateUser', session.user.id)
			const existing = await listCredentials(auth.database, session.user.id)
			if (existing.filter(({ factor_id }) => factor_id === null).length >= mostPasskeys)
				throw tooManyPasskeys()
			const options = await creationOptions(auth, session.user, { existing, use: 'passkey' })
			const { challenge } = options
			return c.json({ ...(await storeChallenge(auth, { userId: session.user.id, challenge })), options })
		},
	})
}

/** `POST /passkeys/registration/verify`: stores the passkey that the browser has made, and notifies the user. */
export function verifyRegistration(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Stores a new passkey.',
			for: 'users',
			body: credentialSchema(registrationSchema),
			answers: { 200: passkeyAnswer },
		},
		authenticate: (c) => requirePasskeyManager(auth, c.req.raw, 'Adding a passkey requires reauthentication'),
		parse: (c) => readAnswer(c.req.raw, registrationSchema),
		act: async (c, session, { id, credential }) => {
			const { user } = session
			await auth.rateLimits.consume('updateUser', user.id)
			const challenge = await takeChallenge(auth, { id, userId: user.id })
			const key = await checkRegistration(auth, credential, { challenge, use: 'passkey' })
			const now = auth.clock.now()
			const device = deviceOf(c)
			const name = deviceName(device.userAgent)
			const passkey = await auth.database.asServer(async (tx) => {
				await lockAccountOf(tx, session, now)
				const stored = await maybeOne(
					tx,
					sql`
					insert into auth.webauthn_credentials
						(user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at, updated_at)
					select ${user.id}, ${key.credentialId}, ${key.publicKey}, ${key.signCount}, ${key.transports}, ${name}, ${now}, ${now}
					where (select count(*) from auth.webauthn_credentials where user_id = ${user.id} and factor_id is null) < ${mostPasskeys}
					on conflict (credential_id) do nothing
					returning id, friendly_name, created_at, last_used_at`,
					passkeyRow,
				)
				if (stored === undefined) {
					const isTaken = await exists(
						tx,
						sql`select from auth.webauthn_credentials where credential_id = ${key.credentialId}`,
					)
					throw isTaken ? credentialExists() : tooManyPasskeys()
				}
				const details = { passkey_id: stored.id }
				await recordEvent(tx, {
					userId: user.id,
					action: 'passkey_created',
					from: device,
					now,
					details,
					noticeTo: contactOf(user),
				})
				return stored
			})
			return c.json(presentPasskey(passkey))
		},
	})
}
