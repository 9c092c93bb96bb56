import { expect } from 'vitest'
import { callAuth } from '#test/auth.ts'
import type { World } from '#test/world.ts'

/** An address without an account. */
export const someone = { email: 'somebody@student.test', password: 'quiet-harbour-42' }

const { email, password } = someone
const challenge = 'c'.repeat(43)

/** A documented refusal: its name, the call, status, `error_code` and message. `signedIn` sends a live access token, `asService` the secret key. */
export type Refusal = [
	string,
	{ path: string; method?: string; body?: unknown; signedIn?: true; asService?: true },
	number,
	string,
	string,
]

/** Makes the call in both error formats, and checks status, code, message and headers. */
export async function expectRefusal(
	world: World,
	[, { path, signedIn, asService, ...call }, status, code, message]: Refusal,
	accessToken: string,
): Promise<void> {
	const bearer = signedIn ? accessToken : asService ? world.keys.secretKey : undefined
	const token = bearer === undefined ? {} : { bearer }
	const old = await callAuth(world, path, { ...call, ...token })
	expect({ status: old.status, ...old.body }).toMatchObject({
		status,
		code: status,
		error_code: code,
		msg: message,
	})
	expect(old.headers.get('x-supabase-api-version')).toBeNull()
	const fresh = await callAuth(world, path, {
		...call,
		...token,
		headers: { 'x-supabase-api-version': '2024-01-01' },
	})
	expect({ status: fresh.status, ...fresh.body }).toMatchObject({ status, code, message })
	expect(fresh.body).not.toHaveProperty('error_code')
	expect(fresh.headers.get('x-supabase-api-version')).toBe('2024-01-01')
	for (const { headers } of [old, fresh]) {
		expect(headers.get('x-sb-error-code')).toBe(code)
		expect(headers.get('content-type')).toMatch(/^application\/json/)
		expect(headers.get('cache-control')).toBe('no-store')
		expect(headers.get('x-request-id')).toMatch(/^\w{4}-\w{4}$/)
	}
}

export const refusals: Refusal[] = [
	[
		'sign-up without an address',
		{ path: '/signup', body: { password } },
		422,
		'anonymous_provider_disabled',
		'Anonymous sign-ins are disabled',
	],
	[
		'sign-up without a password',
		{ path: '/signup', body: { email } },
		400,
		'validation_failed',
		'Signup requires a valid password',
	],
	[
		'sign-up with an address and a phone number',
		{ path: '/signup', body: { email, phone: '44', password } },
		400,
		'validation_failed',
		'Only an email address or phone number should be provided on signup.',
	],
	[
		'sign-up with a phone number',
		{ path: '/signup', body: { phone: '44', password } },
		400,
		'phone_provider_disabled',
		'Phone signups are disabled',
	],
	[
		'sign-up with an invalid address',
		{ path: '/signup', body: { email: 'nonsense', password } },
		400,
		'validation_failed',
		'Unable to validate email address: invalid format',
	],
	[
		'sign-up with a long address',
		{ path: '/signup', body: { email: `${'a'.repeat(250)}@b.test`, password } },
		400,
		'validation_failed',
		'An email address is too long',
	],
	[
		'sign-up with a long password',
		{ path: '/signup', body: { email, password: 'x1'.repeat(513) } },
		400,
		'validation_failed',
		'Password cannot be longer than 1024 characters',
	],
	[
		'sign-up with a common password',
		{ path: '/signup', body: { email, password: 'password1' } },
		422,
		'weak_password',
		'Password is known to be weak and easy to guess, please choose a different one.',
	],
	[
		'sign-up with an incomplete PKCE flow',
		{ path: '/signup', body: { email, password, code_challenge: challenge } },
		400,
		'validation_failed',
		'PKCE flow requires code_challenge_method and code_challenge',
	],
	[
		'sign-up with a value of the wrong type',
		{ path: '/signup', body: { email: 5, password } },
		400,
		'bad_json',
		'Could not parse request body as JSON: email has the wrong type',
	],
	[
		'sign-up with a list as the body',
		{ path: '/signup', body: [] },
		400,
		'bad_json',
		'Could not parse request body as JSON: an object was expected',
	],
	[
		'sign-up with a body that is too large',
		{ path: '/signup', body: { email, password, data: { note: 'x'.repeat(1_000_000) } } },
		413,
		'request_entity_too_large',
		'Request body too large (max 32768 bytes)',
	],
	[
		'a token without a grant type',
		{ path: '/token', body: {} },
		400,
		'invalid_credentials',
		'unsupported_grant_type',
	],
	[
		'a token by an unknown grant type',
		{ path: '/token?grant_type=x', body: {} },
		400,
		'invalid_credentials',
		'unsupported_grant_type',
	],
	[
		'an ID token of a disabled provider',
		{ path: '/token?grant_type=id_token', body: { provider: 'google', id_token: 'x' } },
		400,
		'provider_disabled',
		'Provider (issuer "https://accounts.google.com") is not enabled',
	],
	[
		'sign-in with a wallet',
		{ path: '/token?grant_type=web3', body: { chain: 'solana' } },
		422,
		'web3_provider_disabled',
		'Web3 provider is disabled',
	],
	[
		'sign-in with an address and a phone number',
		{ path: '/token?grant_type=password', body: { email, phone: '44', password } },
		400,
		'validation_failed',
		'Only an email address or phone number should be provided on login.',
	],
	[
		'sign-in with neither an address nor a phone number',
		{ path: '/token?grant_type=password', body: { password } },
		400,
		'validation_failed',
		'missing email or phone',
	],
	[
		'sign-in with a phone number',
		{ path: '/token?grant_type=password', body: { phone: '44', password } },
		422,
		'phone_provider_disabled',
		'Phone logins are disabled',
	],
	[
		'sign-in with a wrong password',
		{ path: '/token?grant_type=password', body: { email, password } },
		400,
		'invalid_credentials',
		'Invalid login credentials',
	],
	[
		'refresh without a token',
		{ path: '/token?grant_type=refresh_token', body: {} },
		400,
		'validation_failed',
		'Refresh token is not valid',
	],
	[
		'refresh with an unknown token',
		{ path: '/token?grant_type=refresh_token', body: { refresh_token: 'abcdefghijkl' } },
		400,
		'refresh_token_not_found',
		'Invalid Refresh Token: Refresh Token Not Found',
	],
	[
		'a PKCE exchange without a verifier',
		{ path: '/token?grant_type=pkce', body: { auth_code: 'x' } },
		400,
		'validation_failed',
		'invalid request: both auth code and code verifier should be non-empty',
	],
	[
		'a PKCE exchange with an unknown code',
		{ path: '/token?grant_type=pkce', body: { auth_code: 'x', code_verifier: 'y' } },
		404,
		'flow_state_not_found',
		'invalid flow state, no valid flow state found',
	],
	[
		'verifying without a type',
		{ path: '/verify', body: { token_hash: 'x' } },
		400,
		'validation_failed',
		'Verify requires a verification type',
	],
	[
		'verifying without a token',
		{ path: '/verify', body: { type: 'signup' } },
		400,
		'validation_failed',
		'Verify requires either a token or a token hash',
	],
	[
		'verifying with two tokens',
		{ path: '/verify', body: { type: 'signup', token: 'x', token_hash: 'y', email } },
		400,
		'validation_failed',
		'Verify requires either a token or a token hash',
	],
	[
		'verifying with a link and an address',
		{ path: '/verify', body: { type: 'signup', token_hash: 'y', email } },
		400,
		'validation_failed',
		'Only the token_hash and type should be provided',
	],
	[
		'verifying a link of an unknown type',
		{ path: '/verify', body: { type: 'x', token_hash: 'y' } },
		400,
		'validation_failed',
		'Invalid email verification type',
	],
	[
		'verifying a code without an address',
		{ path: '/verify', body: { type: 'signup', token: 'y' } },
		400,
		'validation_failed',
		'Only an email address or phone number should be provided on verify',
	],
	[
		'verifying a texted code',
		{ path: '/verify', body: { type: 'sms', token: 'y', phone: '+44 7700 900123' } },
		403,
		'otp_expired',
		'Token has expired or is invalid',
	],
	[
		'verifying a texted code with an invalid phone number',
		{ path: '/verify', body: { type: 'sms', token: 'y', phone: 'call me' } },
		400,
		'validation_failed',
		'Invalid phone number format (E.164 required)',
	],
	[
		'verifying an emailed code with a phone number',
		{ path: '/verify', body: { type: 'signup', token: 'y', phone: '447700900123' } },
		403,
		'otp_expired',
		'Token has expired or is invalid',
	],
	[
		'verifying with an address and a phone number',
		{ path: '/verify', body: { type: 'sms', token: 'y', phone: '447700900123', email } },
		400,
		'validation_failed',
		'Only an email address or phone number should be provided on verify',
	],
	[
		'verifying an emailed code of an unknown type',
		{ path: '/verify', body: { type: 'x', token: 'y', email } },
		400,
		'validation_failed',
		'Invalid email verification type',
	],
	[
		'verifying an invalid link',
		{ path: '/verify', body: { type: 'signup', token_hash: 'y' } },
		403,
		'otp_expired',
		'Email link is invalid or has expired',
	],
	[
		'verifying an invalid code',
		{ path: '/verify', body: { type: 'signup', token: 'y', email } },
		403,
		'otp_expired',
		'Token has expired or is invalid',
	],
	[
		'opening a link without a type',
		{ path: '/verify?token=x', method: 'GET' },
		400,
		'validation_failed',
		'Verify requires a verification type',
	],
	[
		'resending without a type',
		{ path: '/resend', body: { email } },
		400,
		'validation_failed',
		'Missing one of these types: signup, email_change, sms, phone_change',
	],
	[
		'reading the user without a session',
		{ path: '/user', method: 'GET' },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'signing out with an unknown scope',
		{ path: '/logout?scope=all', signedIn: true },
		400,
		'validation_failed',
		'Unsupported logout scope "all"',
	],
	[
		'signing out without a session',
		{ path: '/logout' },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'a sign-in email without an address',
		{ path: '/otp', body: {} },
		400,
		'validation_failed',
		'One of email or phone must be set',
	],
	[
		'a sign-in email for an address and a phone number',
		{ path: '/otp', body: { email, phone: '44' } },
		400,
		'validation_failed',
		'Only an email address or phone number should be provided',
	],
	[
		'a sign-in email with a channel',
		{ path: '/otp', body: { email, channel: 'sms' } },
		400,
		'validation_failed',
		'Channel should only be specified with Phone OTP',
	],
	[
		'a sign-in email for an invalid address',
		{ path: '/magiclink', body: { email: 'nonsense' } },
		400,
		'validation_failed',
		'Unable to validate email address: invalid format',
	],
	[
		'a sign-in email with an incomplete PKCE flow',
		{ path: '/otp', body: { email, code_challenge: challenge } },
		400,
		'validation_failed',
		'PKCE flow requires code_challenge_method and code_challenge',
	],
	[
		'a sign-in code by text message',
		{ path: '/otp', body: { phone: '44' } },
		400,
		'phone_provider_disabled',
		'Unsupported phone provider',
	],
	[
		'recovery without an address',
		{ path: '/recover', body: {} },
		400,
		'validation_failed',
		'Password recovery requires an email',
	],
	[
		'recovery of an invalid address',
		{ path: '/recover', body: { email: 'nonsense' } },
		400,
		'validation_failed',
		'Unable to validate email address: invalid format',
	],
	...(
		[
			['single sign-on', { path: '/sso', body: {} }],
			['the metadata for single sign-on', { path: '/sso/saml/metadata', method: 'GET' }],
			['a response of a university', { path: '/sso/saml/acs', body: {} }],
			['the end of single sign-on', { path: '/sso/saml/session', method: 'GET' }],
			['the list of universities', { path: '/admin/sso/providers', method: 'GET', asService: true }],
			['a new university', { path: '/admin/sso/providers', body: {}, asService: true }],
			['a university', { path: '/admin/sso/providers/1', method: 'PUT', body: {}, asService: true }],
		] as const
	).map(([name, call]): Refusal => [name, call, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled']),
	[
		'the list of universities for a user',
		{ path: '/admin/sso/providers', method: 'GET', signedIn: true },
		403,
		'not_admin',
		'User not allowed',
	],
	[
		'sign-in with a provider that is not enabled',
		{ path: '/authorize?provider=google', method: 'GET' },
		400,
		'validation_failed',
		'Unsupported provider: provider is not enabled',
	],
	[
		'sign-in with an unknown provider',
		{ path: '/authorize?provider=x1', method: 'GET' },
		400,
		'validation_failed',
		'Unsupported provider: Provider x1 could not be found',
	],
	[
		'reauthentication without a session',
		{ path: '/reauthenticate', method: 'GET' },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'linking a provider that is not enabled',
		{ path: '/user/identities/authorize?provider=google', method: 'GET', signedIn: true },
		400,
		'validation_failed',
		'Unsupported provider: provider is not enabled',
	],
	[
		'unlinking an invalid id',
		{ path: '/user/identities/x', method: 'DELETE', signedIn: true },
		404,
		'validation_failed',
		'identity_id must be an UUID',
	],
	[
		'unlinking the last identity',
		{ path: '/user/identities/11111111-1111-4111-8111-111111111111', method: 'DELETE', signedIn: true },
		422,
		'single_identity_not_deletable',
		'User must have at least 1 identity after unlinking',
	],
	[
		'unlinking without a session',
		{ path: '/user/identities/11111111-1111-4111-8111-111111111111', method: 'DELETE' },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'a second step by phone',
		{ path: '/factors', body: { factor_type: 'phone', phone: '44' }, signedIn: true },
		422,
		'mfa_phone_enroll_not_enabled',
		'MFA enroll is disabled for Phone',
	],
	[
		'a passkey without a session',
		{ path: '/passkeys/registration/options', body: {} },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'an unknown challenge of a passkey',
		{
			path: '/passkeys/registration/verify',
			body: {
				challenge_id: '00000000-0000-0000-0000-000000000000',
				credential: {
					id: 'AA',
					rawId: 'AA',
					type: 'public-key',
					response: { attestationObject: 'AA', clientDataJSON: 'AA' },
				},
			},
			signedIn: true,
		},
		400,
		'webauthn_challenge_not_found',
		'Challenge not found or already used',
	],
	[
		'an unknown passkey',
		{
			path: '/passkeys/00000000-0000-0000-0000-000000000000',
			method: 'PATCH',
			body: { friendly_name: 'x' },
			signedIn: true,
		},
		404,
		'validation_failed',
		'Passkey not found',
	],
	[
		'a second step with a long name',
		{ path: '/factors', body: { factor_type: 'totp', friendly_name: 'x'.repeat(65) }, signedIn: true },
		400,
		'validation_failed',
		'Names are at most 64 characters of text',
	],
	[
		'a second step without a type',
		{ path: '/factors', body: {}, signedIn: true },
		400,
		'validation_failed',
		'factor_type needs to be totp, phone, or webauthn',
	],
	[
		'a second step without a session',
		{ path: '/factors', body: { factor_type: 'totp' } },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'a challenge of a factor with an invalid id',
		{ path: '/factors/x/challenge', signedIn: true },
		404,
		'validation_failed',
		'factor_id must be an UUID',
	],
	[
		'a challenge of an unknown factor',
		{ path: '/factors/11111111-1111-4111-8111-111111111111/challenge', signedIn: true },
		404,
		'mfa_factor_not_found',
		'Factor not found',
	],
	[
		'a code for an unknown factor',
		{
			path: '/factors/11111111-1111-4111-8111-111111111111/verify',
			body: { code: '123456' },
			signedIn: true,
		},
		404,
		'mfa_factor_not_found',
		'Factor not found',
	],
	[
		'removing an unknown factor',
		{ path: '/factors/11111111-1111-4111-8111-111111111111', method: 'DELETE', signedIn: true },
		404,
		'mfa_factor_not_found',
		'Factor not found',
	],
	[
		'recovery codes without a factor',
		{ path: '/factors/recovery-codes', signedIn: true },
		422,
		'mfa_recovery_codes_sole_factor',
		'Recovery codes need another verified factor',
	],
	[
		'reading recovery codes before any exist',
		{ path: '/factors/recovery-codes', method: 'GET', signedIn: true },
		404,
		'mfa_factor_not_found',
		'Factor not found',
	],
	[
		'a recovery code before any exist',
		{ path: '/factors/recovery-codes/verify', body: { code: 'x' }, signedIn: true },
		422,
		'mfa_verification_failed',
		'Invalid recovery code entered',
	],
	[
		'an empty recovery code',
		{ path: '/factors/recovery-codes/verify', body: {}, signedIn: true },
		400,
		'validation_failed',
		'Code needs to be non-empty',
	],
	[
		'an admin call without a session',
		{ path: '/admin/users', method: 'GET' },
		401,
		'no_authorization',
		'This endpoint requires a valid Bearer token',
	],
	[
		'an admin call by a user',
		{ path: '/admin/users', method: 'GET', signedIn: true },
		403,
		'not_admin',
		'User not allowed',
	],
	[
		'an admin call by a user with “..” in the path',
		{ path: '/admin/users/../users', method: 'GET', signedIn: true },
		403,
		'not_admin',
		'User not allowed',
	],
	[
		'an invitation by a user',
		{ path: '/invite', body: { email }, signedIn: true },
		403,
		'not_admin',
		'User not allowed',
	],
	[
		'an unknown endpoint',
		{ path: '/nothing', method: 'GET' },
		404,
		'not_found',
		'There is nothing at this address',
	],
]

/** The refusals of single sign-on, in a shop that offers it and knows no provider. */
export const ssoRefusals: Refusal[] = [
	[
		'neither a provider nor a domain',
		{ path: '/sso', body: {} },
		400,
		'validation_failed',
		'A provider_id or domain needs to be provided',
	],
	[
		'a provider and a domain',
		{ path: '/sso', body: { provider_id: '11111111-1111-4111-8111-111111111111', domain: 'a.test' } },
		400,
		'validation_failed',
		'Only one of provider_id or domain supported',
	],
	[
		'a provider that is not a UUID',
		{ path: '/sso', body: { provider_id: 'mine' } },
		400,
		'bad_json',
		'Could not parse request body as JSON: provider_id has the wrong type',
	],
	[
		'an unknown provider',
		{ path: '/sso', body: { provider_id: '11111111-1111-4111-8111-111111111111' } },
		404,
		'sso_provider_not_found',
		'No such SSO provider',
	],
	[
		'an unknown domain',
		{ path: '/sso', body: { domain: 'nowhere.test' } },
		404,
		'sso_provider_not_found',
		'No SSO provider assigned for this domain',
	],
	[
		'an admin call by a user',
		{ path: '/admin/sso/providers', body: {}, signedIn: true },
		403,
		'not_admin',
		'User not allowed',
	],
	[
		'a provider without metadata',
		{ path: '/admin/sso/providers', body: { type: 'saml' }, asService: true },
		400,
		'validation_failed',
		'Either metadata_xml or metadata_url must be set',
	],
	[
		'a provider of another type',
		{ path: '/admin/sso/providers', body: { type: 'oidc' }, asService: true },
		400,
		'validation_failed',
		"Only 'saml' supported for SSO provider type",
	],
	[
		'a provider with two kinds of metadata',
		{
			path: '/admin/sso/providers',
			body: { type: 'saml', metadata_url: 'https://a.test/', metadata_xml: '<a/>' },
			asService: true,
		},
		400,
		'validation_failed',
		'Only one of metadata_xml or metadata_url needs to be set',
	],
	[
		'metadata at an address that is not https',
		{ path: '/admin/sso/providers', body: { type: 'saml', metadata_url: 'ftp://a.test/' }, asService: true },
		400,
		'validation_failed',
		'metadata_url is not a HTTPS URL',
	],
	[
		'an unknown provider in the Admin API',
		{ path: '/admin/sso/providers/resource_mine', method: 'DELETE', asService: true },
		404,
		'sso_provider_not_found',
		'SSO Identity Provider not found',
	],
]

const phone = '447700900123'
const invalidPhone = 'Invalid phone number format (E.164 required)'
const invalidChannel =
	"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider."
const untexted = ['sms_send_failed', 'This shop sends no text messages to this number'] as const

/** The refusals of a shop whose users can sign in by phone. Any other shop answers these calls as in `refusals`. */
export const phoneRefusals: Refusal[] = [
	[
		'sign-up with an invalid number',
		{ path: '/signup', body: { phone: 'call me', password } },
		400,
		'validation_failed',
		invalidPhone,
	],
	[
		'sign-up with a number in a PKCE flow',
		{ path: '/signup', body: { phone, password, code_challenge: challenge, code_challenge_method: 's256' } },
		400,
		'validation_failed',
		'PKCE not supported for phone signups',
	],
	[
		'sign-up through an unknown channel',
		{ path: '/signup', body: { phone, password, channel: 'fax' } },
		400,
		'validation_failed',
		invalidChannel,
	],
	[
		'sign-up with a number and a common password',
		{ path: '/signup', body: { phone, password: 'password1' } },
		422,
		'weak_password',
		'Password is known to be weak and easy to guess, please choose a different one.',
	],
	[
		'sign-up with a number of a country that is not texted',
		{ path: '/signup', body: { phone: '12025550123', password } },
		422,
		...untexted,
	],
	[
		'sign-in with an invalid number',
		{ path: '/token?grant_type=password', body: { phone: '0', password } },
		400,
		'validation_failed',
		invalidPhone,
	],
	[
		'sign-in with an unknown number',
		{ path: '/token?grant_type=password', body: { phone, password } },
		400,
		'invalid_credentials',
		'Invalid login credentials',
	],
	[
		'a texted code for an invalid number',
		{ path: '/otp', body: { phone: '+44 call me' } },
		400,
		'validation_failed',
		invalidPhone,
	],
	['a texted code for a premium number', { path: '/otp', body: { phone: '449098790000' } }, 422, ...untexted],
	[
		'a texted code through an unknown channel',
		{ path: '/otp', body: { phone, channel: 'fax' } },
		400,
		'validation_failed',
		invalidChannel,
	],
	[
		'resending a text without a number',
		{ path: '/resend', body: { type: 'phone_change' } },
		400,
		'validation_failed',
		'Type provided requires a phone number',
	],
	[
		'a code for an unknown number',
		{ path: '/verify', body: { type: 'sms', phone, token: '123456' } },
		403,
		'otp_expired',
		'Token has expired or is invalid',
	],
	[
		'a code for a change of number that nobody asked for',
		{ path: '/verify', body: { type: 'phone_change', phone, token: '123456' } },
		403,
		'otp_expired',
		'Token has expired or is invalid',
	],
	[
		'a change to an invalid number',
		{ path: '/user', method: 'PUT', body: { phone: '٤٤٧' }, signedIn: true },
		400,
		'validation_failed',
		invalidPhone,
	],
	[
		'a change to a number that is not texted',
		{ path: '/user', method: 'PUT', body: { phone: '881612345678' }, signedIn: true },
		422,
		...untexted,
	],
	[
		'a second step by phone without a number',
		{ path: '/factors', body: { factor_type: 'phone' }, signedIn: true },
		400,
		'validation_failed',
		'Phone number required to enroll Phone factor',
	],
	[
		'a second step by landline',
		{ path: '/factors', body: { factor_type: 'phone', phone: '442079460000' }, signedIn: true },
		422,
		...untexted,
	],
]

const message = 'x'.repeat(64)

/** The refusals of signing in with a wallet, in a shop that offers it. */
export const web3Refusals: Refusal[] = [
	[
		'an unsupported chain',
		{ path: '/token?grant_type=web3', body: { chain: 'polygon', message } },
		400,
		'web3_unsupported_chain',
		'Unsupported chain',
	],
	[
		'a short message',
		{ path: '/token?grant_type=web3', body: { chain: 'ethereum', message: 'hello' } },
		400,
		'validation_failed',
		'message is too short',
	],
	[
		'a long message',
		{ path: '/token?grant_type=web3', body: { chain: 'solana', message: 'x'.repeat(20_481) } },
		400,
		'validation_failed',
		'message must not exceed 20KB',
	],
	[
		'a short signature of Ethereum',
		{ path: '/token?grant_type=web3', body: { chain: 'ethereum', message, signature: '0x00' } },
		400,
		'validation_failed',
		'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
	],
	[
		'a short signature of Solana',
		{ path: '/token?grant_type=web3', body: { chain: 'solana', message, signature: 'AAAA' } },
		400,
		'validation_failed',
		'signature must be 64 bytes encoded as base64 with or without padding',
	],
	[
		'a signature of Solana that is not base64',
		{ path: '/token?grant_type=web3', body: { chain: 'solana', message, signature: '!'.repeat(86) } },
		400,
		'validation_failed',
		'signature does not contain valid base64 characters',
	],
	[
		'a text that is not a sign-in message',
		{ path: '/token?grant_type=web3', body: { chain: 'ethereum', message, signature: '0'.repeat(130) } },
		400,
		'validation_failed',
		'siwe: message needs at least 6 lines',
	],
]
