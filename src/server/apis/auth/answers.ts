import { z } from 'zod'

// The answers of the Auth API, for the documentation of the APIs. Tests check every answer against these schemas.

const id = z.string().meta({ format: 'uuid' })
const time = z.string().meta({ format: 'date-time' })
const unixTime = z.int()
const metadata = z.record(z.string(), z.unknown())

export const nothingToSay = z.strictObject({})
export const idOnly = z.strictObject({ id })

export const factorAnswer = z
	.strictObject({
		id,
		friendly_name: z.string().optional(),
		factor_type: z.enum(['totp', 'webauthn', 'phone', 'recovery_code']),
		status: z.enum(['unverified', 'verified']),
		phone: z.string().optional(),
		last_challenged_at: time.optional(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: 'Factor' })

const identityAnswer = z
	.strictObject({
		identity_id: id,
		id: z.string(),
		user_id: id,
		identity_data: metadata,
		provider: z.string(),
		email: z.string().optional(),
		last_sign_in_at: time.nullish(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: 'Identity' })

const userFields = {
	id,
	aud: z.string(),
	role: z.string(),
	email: z.string(),
	phone: z.string(),
	email_confirmed_at: time.optional(),
	phone_confirmed_at: time.optional(),
	confirmed_at: time.optional(),
	confirmation_sent_at: time.optional(),
	recovery_sent_at: time.optional(),
	new_email: z.string().optional(),
	email_change_sent_at: time.optional(),
	new_phone: z.string().optional(),
	phone_change_sent_at: time.optional(),
	reauthentication_sent_at: time.optional(),
	last_sign_in_at: time.optional(),
	banned_until: time.optional(),
	invited_at: time.optional(),
	deleted_at: time.optional(),
	app_metadata: metadata,
	user_metadata: metadata,
	identities: z.array(identityAnswer),
	factors: z.array(factorAnswer).optional(),
	created_at: time,
	updated_at: time,
	is_anonymous: z.boolean(),
	has_password: z.boolean(),
}
export const userAnswer = z.strictObject(userFields).meta({ id: 'User' })
export const linkAnswer = z.strictObject({
	...userFields,
	action_link: z.string(),
	email_otp: z.string(),
	hashed_token: z.string(),
	verification_type: z.string(),
	redirect_to: z.string(),
})
export const usersAnswer = z.strictObject({ users: z.array(userAnswer), aud: z.string() })

export const sessionAnswer = z
	.strictObject({
		access_token: z.string(),
		token_type: z.literal('bearer'),
		expires_in: z.int(),
		expires_at: unixTime,
		refresh_token: z.string(),
		user: userAnswer,
	})
	.meta({ id: 'Session' })

export const signUpAnswer = z.union([sessionAnswer, userAnswer])
/** The first of two confirmations of a new address opens no session, but returns a message. */
export const verifyAnswer = z.union([
	sessionAnswer,
	z.strictObject({ msg: z.string(), code: z.string(), is_changed: z.literal(true).optional() }),
])
export const addressAnswer = z.strictObject({ url: z.string() })

export const newFactorAnswer = z.strictObject({
	id,
	type: z.string(),
	friendly_name: z.string().optional(),
	totp: z.strictObject({ qr_code: z.string(), secret: z.string(), uri: z.string() }).optional(),
	phone: z.string().optional(),
})
export const challengeAnswer = z.strictObject({
	id,
	type: z.string(),
	expires_at: unixTime,
	webauthn: z.strictObject({ type: z.enum(['create', 'request']), credential_options: metadata }).optional(),
})
export const recoveryCodesAnswer = z.strictObject({
	id,
	type: z.literal('recovery_code'),
	friendly_name: z.string(),
	total: z.int(),
	codes: z.array(z.string()),
})
export const recoveryCodesLeftAnswer = z.strictObject({
	id,
	type: z.literal('recovery_code'),
	total: z.int(),
	remaining: z.int(),
})

export const passkeyAnswer = z
	.strictObject({ id, friendly_name: z.string().optional(), created_at: time, last_used_at: time.optional() })
	.meta({ id: 'Passkey' })
export const passkeyOptionsAnswer = z.strictObject({
	challenge_id: id,
	expires_at: unixTime,
	options: metadata,
})

export const devicesAnswer = z.strictObject({
	sessions: z.array(
		z.strictObject({
			id,
			device: z.string(),
			signed_in_at: time,
			last_seen_at: time,
			this_one: z.boolean(),
		}),
	),
})
/** Everything stored about the user. */
export const exportAnswer = z.looseObject({ exported_at: time, account: metadata })

export const auditAnswer = z.array(
	z.strictObject({
		id: z.string(),
		payload: metadata,
		created_at: time,
		ip_address: z.string(),
	}),
)

export const ssoProviderAnswer = z
	.strictObject({
		id,
		resource_id: z.string().optional(),
		disabled: z.boolean(),
		saml: z.strictObject({
			entity_id: z.string(),
			metadata_xml: z.string().optional(),
			metadata_url: z.string().optional(),
			attribute_mapping: metadata,
			name_id_format: z.string().optional(),
		}),
		domains: z.array(z.strictObject({ domain: z.string(), created_at: time, updated_at: time })),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: 'SsoProvider' })
export const ssoProvidersAnswer = z.strictObject({ items: z.array(ssoProviderAnswer) })

export const settingsAnswer = z.strictObject({
	external: z.record(z.string(), z.boolean()),
	disable_signup: z.boolean(),
	mailer_autoconfirm: z.boolean(),
	phone_autoconfirm: z.boolean(),
	sms_provider: z.string(),
	saml_enabled: z.boolean(),
	passkeys_enabled: z.boolean(),
})
export const discoveryAnswer = z.strictObject({
	issuer: z.string(),
	jwks_uri: z.string(),
	userinfo_endpoint: z.string(),
	id_token_signing_alg_values_supported: z.array(z.string()),
	response_types_supported: z.array(z.string()),
	subject_types_supported: z.array(z.string()),
})
export const keysAnswer = z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) })
export const authHealthAnswer = z.strictObject({
	name: z.string(),
	version: z.string(),
	description: z.string(),
})

/** The three formats of errors: with the header `X-Supabase-Api-Version: 2024-01-01`, without it, and OAuth’s own. */
export const authErrors = z
	.union([
		z.looseObject({ code: z.string(), message: z.string() }),
		z.looseObject({ code: z.int(), error_code: z.string(), msg: z.string() }),
		z.strictObject({ error: z.string(), error_description: z.string() }),
	])
	.meta({ id: 'AuthError' })
