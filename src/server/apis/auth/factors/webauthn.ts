import type { z } from 'zod'
import { credentialExists } from '#server/apis/auth/errors.ts'
import { secondStepFailed } from '#server/apis/auth/factors/errors.ts'
import type { Answering, FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { credentialRefused } from '#server/apis/auth/passkeys/errors.ts'
import { listCredentials } from '#server/apis/auth/passkeys/stored-passkeys.ts'
import {
	assertionSchema,
	checkAssertion,
	checkRegistration,
	creationOptions,
	credentialColumns,
	credentialRow,
	registrationSchema,
	requestOptions,
} from '#server/apis/auth/passkeys/webauthn.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'

/** A security key, or the screen lock of a device, as a second factor. */
export const webauthn: FactorKind = {
	method: 'mfa/webauthn',
	isOffered: ({ settings }) => settings.passkeysOffered,
	notOffered: { code: 'mfa_webauthn_enroll_not_enabled', name: 'WebAuthn' },
	begin: () => ({ sealed: null, shown: {} }),
	challenge: async (auth, { user, factor }) => {
		const keys = await listCredentials(auth.database, user.id)
		const isNew = factor.status === 'unverified'
		const publicKey = isNew
			? await creationOptions(auth, user, { existing: keys, use: 'second step' })
			: await requestOptions(auth, {
					allowed: keys.filter(({ factor_id }) => factor_id === factor.id),
					use: 'second step',
				})
		return {
			stored: { webauthn: publicKey.challenge },
			sent: { webauthn: { type: isNew ? 'create' : 'request', credential_options: { publicKey } } },
		}
	},
	checkForm: ({ webauthn: answer }) => {
		if (answer === null || answer === undefined) throw validationFailed('WebAuthn config required')
		if (answer.type !== 'create' && answer.type !== 'request')
			throw validationFailed('WebAuthn type must be create or request')
		if (answer.credential_response === undefined || answer.credential_response === null)
			throw validationFailed('credential_response required')
	},
	check: async (tx, auth, { user, factor, challenge, answer, now }) => {
		const expected = challenge.webauthn_challenge
		if (expected === null) throw credentialRefused()
		if (challenge.status === 'unverified') {
			const given = read(registrationSchema, answer)
			const key = await orWrongStep(() =>
				checkRegistration(auth, given, { challenge: expected, use: 'second step' }),
			)
			const stored = await tx.execute(sql`
				insert into auth.webauthn_credentials
					(user_id, factor_id, credential_id, public_key, sign_count, transports, created_at, updated_at)
				values (${user.id}, ${factor.id}, ${key.credentialId}, ${key.publicKey}, ${key.signCount}, ${key.transports}, ${now}, ${now})
				on conflict (credential_id) do nothing`)
			if (stored === 0) throw credentialExists()
			return
		}
		const given = read(assertionSchema, answer)
		const key = await maybeOne(
			tx,
			sql`
			select ${credentialColumns} from auth.webauthn_credentials where factor_id = ${factor.id} and credential_id = ${given.id} for no key update`,
			credentialRow,
		)
		if (key === undefined) throw secondStepFailed('Credential verification failed')
		const count = await orWrongStep(() =>
			checkAssertion(auth, given, { challenge: expected, credential: key, use: 'second step' }),
		)
		await tx.execute(sql`
			update auth.webauthn_credentials set sign_count = ${count}, last_used_at = ${now}, updated_at = ${now} where id = ${key.id}`)
	},
}

function read<T>(schema: z.ZodType<T>, { webauthn: answer }: Answering['answer']): T {
	const credential = schema.safeParse(answer?.credential_response)
	if (!credential.success) throw validationFailed('Invalid credential_response')
	return credential.data
}

/** Turns a failed check into the error for a wrong code, so that it is counted in the same way. */
async function orWrongStep<T>(check: () => Promise<T>): Promise<T> {
	try {
		return await check()
	} catch (error) {
		throw secondStepFailed('Credential verification failed', error)
	}
}
