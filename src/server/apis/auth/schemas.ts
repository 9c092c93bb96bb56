import { z } from 'zod'
import { wrongFieldType } from '#server/apis/auth/errors.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readJson, readOptionalJson } from '#server/platform/http/body.ts'
import { typedCode } from '#shared/typed-code.ts'

// Enough for the longest password and the largest metadata, even if every character is written as an escape.
export const bodyLimitBytes = 32_768

/** The API treats an empty string, null and a missing field alike. */
const text = z
	.string()
	.nullish()
	.transform((value) => value ?? '')

const code = text.transform(typedCode)
const credentials = { email: text, phone: text, password: text }
const challenge = { code_challenge: text, code_challenge_method: text }

export const signUpSchema = z.object({
	...credentials,
	channel: text,
	...challenge,
	data: z.unknown().optional(),
})
export const passwordGrantSchema = z.object(credentials)
export const refreshGrantSchema = z.object({ refresh_token: text })
export const pkceGrantSchema = z.object({ auth_code: text, code_verifier: text })
export const idTokenGrantSchema = z.object({
	provider: text,
	client_id: text,
	issuer: text,
	id_token: text,
	access_token: text,
	nonce: text,
	link_identity: z
		.boolean()
		.nullish()
		.transform((value) => value ?? false),
})
export const web3GrantSchema = z.object({ message: text, signature: text, chain: text })
export const verifySchema = z.object({
	type: text,
	token: code,
	token_hash: text,
	email: text,
	phone: text,
	// Our extension: proves that this browser made the sign-up, so that the password of the sign-up is accepted. Empty if this
	// browser made no sign-up.
	code_verifier: z
		.string()
		.nullish()
		.transform((value) => value ?? null),
})
export const recoverSchema = z.object({ email: text, ...challenge })
export const otpSchema = z.object({
	email: text,
	phone: text,
	channel: text,
	create_user: z
		.boolean()
		.nullish()
		.transform((value) => value ?? true),
	data: z.unknown().optional(),
	...challenge,
})
export const resendSchema = z.object({ type: text, email: text, phone: text, ...challenge })
export const updateUserSchema = z.object({
	...credentials,
	current_password: text,
	nonce: code,
	channel: text,
	data: z.unknown().optional(),
	app_metadata: z.unknown().optional(),
	...challenge,
})
const flag = z
	.boolean()
	.nullish()
	.transform((value) => value ?? false)
const metadata = z.record(z.string(), z.unknown()).nullish()
export const adminUserSchema = z.object({
	...credentials,
	id: text,
	role: text,
	password_hash: text,
	email_confirm: flag,
	phone_confirm: flag,
	user_metadata: metadata,
	app_metadata: metadata,
	ban_duration: text,
})
export const passkeyNameSchema = z.object({ friendly_name: text })
export const adminDeletionSchema = z.object({ should_soft_delete: flag })
export const adminFactorSchema = z.object({ friendly_name: text, phone: text })
export const inviteSchema = z.object({ email: text, data: z.unknown().optional() })
export const generateLinkSchema = z.object({
	type: text,
	email: text,
	new_email: text,
	password: text,
	data: z.unknown().optional(),
	redirect_to: text,
})
export const reauthenticateSessionSchema = z.object({ current_password: text, nonce: code })
export const cancelFactorRemovalSchema = z.object({ token: text })
export const enrolSchema = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })
export const challengeSchema = z.object({ channel: text })
export const recoveryCodeSchema = z.object({ code })
export const recoveryNameSchema = z.object({ friendly_name: text })
export const factorAnswerSchema = z.object({
	challenge_id: text,
	code,
	webauthn: z.object({ type: text, credential_response: z.unknown().optional() }).nullish(),
})

/** Reads a JSON body of the given shape; throws `bad_json` otherwise. */
export async function readBody<T>(
	request: Request,
	schema: z.ZodType<T>,
	limitBytes = bodyLimitBytes,
): Promise<T> {
	return check(await readJson(request, limitBytes), schema)
}

/** Reads a JSON body of the given shape, or an empty one if there is none. */
export async function readOptionalBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
	return check(await readOptionalJson(request, bodyLimitBytes), schema)
}

function check<T>(body: unknown, schema: z.ZodType<T>): T {
	const parsed = schema.safeParse(body)
	if (parsed.success) return parsed.data
	throw wrongFieldType(parsed.error.issues[0]?.path.join('.'))
}

export interface CodeChallenge {
	challenge: string
	method: 's256' | 'plain'
}

/** Reads the PKCE fields of a body. A body has both or neither. */
export function readCodeChallenge(body: {
	code_challenge: string
	code_challenge_method: string
}): CodeChallenge | null {
	const { code_challenge: challenge } = body
	const method = body.code_challenge_method.toLowerCase()
	if (challenge === '' && method === '') return null
	if (challenge === '' || method === '')
		throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
	if (method !== 's256' && method !== 'plain') throw validationFailed('code challenge method not supported')
	if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
		throw validationFailed(
			'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, ".", "_", "~" and "-"',
		)
	}
	return { challenge, method }
}

interface RedirectRules {
	siteUrl: string
	settings: { redirectUrls: readonly string[] }
}

/**
 * Returns where the browser may be redirected: a page of this site or a URL the owner has listed. Any other address is
 * replaced by the front page rather than rejected, as in the reference server.
 */
export function redirectTarget(candidate: string | undefined, { siteUrl, settings }: RedirectRules): URL {
	const home = new URL(siteUrl)
	if (candidate === undefined || candidate.length > 2_048 || !URL.canParse(candidate, siteUrl)) return home
	const target = new URL(candidate, siteUrl)
	if (target.username !== '' || target.password !== '') return home
	// Compares the scheme too: a blob: URL has the origin of the page that made it.
	if (target.protocol === home.protocol && target.origin === home.origin) return target
	if (forbiddenSchemes.has(target.protocol)) return home
	const plain = target.href.split('#')[0] ?? ''
	return settings.redirectUrls.some((pattern) => matcher(pattern).test(plain)) ? target : home
}

/** Schemes that run or contain content themselves; never allowed, even if listed. */
const forbiddenSchemes: ReadonlySet<string> = new Set([
	'javascript:',
	'data:',
	'blob:',
	'file:',
	'about:',
	'vbscript:',
])

/**
 * Compiles a listed URL to a regular expression: `**` matches anything. `*` matches anything but `.` and `/`. `?` matches one
 * character other than these two.
 */
function matcher(pattern: string): RegExp {
	const source = pattern.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
		if (part === '**') return '.*'
		if (part === '*') return '[^./]*'
		if (part === '?') return '[^./]'
		return part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
	})
	return new RegExp(`^${source}$`)
}
