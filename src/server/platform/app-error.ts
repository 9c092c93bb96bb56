/**
 * The codes of the errors that the server returns deliberately. Each API formats them in its own way. The codes of the Auth API
 * are those of the reference server (`error_code`), because the official client knows them.
 */
export type AppErrorCode =
	// any API
	| 'bad_json'
	| 'not_found'
	| 'method_not_allowed'
	| 'request_entity_too_large'
	| 'unsupported_media_type'
	| 'validation_failed'
	| 'no_authorization'
	| 'bad_jwt'
	| 'jwt_expired'
	| 'invalid_api_key'
	| 'not_admin'
	| 'over_request_rate_limit'
	| 'unavailable'
	| 'unexpected_failure'
	// Auth API
	| 'access_denied'
	| 'bad_code_verifier'
	| 'bad_oauth_callback'
	| 'bad_oauth_state'
	| 'captcha_failed'
	| 'conflict'
	| 'current_password_invalid'
	| 'current_password_required'
	| 'email_exists'
	| 'email_not_confirmed'
	| 'feature_disabled'
	| 'flow_state_expired'
	| 'flow_state_not_found'
	| 'identity_already_exists'
	| 'identity_not_found'
	| 'insufficient_aal'
	| 'invalid_credentials'
	| 'manual_linking_disabled'
	| 'mfa_challenge_expired'
	| 'mfa_factor_name_conflict'
	| 'mfa_factor_not_found'
	| 'mfa_ip_address_mismatch'
	| 'mfa_phone_enroll_not_enabled'
	| 'mfa_phone_verify_not_enabled'
	| 'mfa_recovery_codes_locked'
	| 'mfa_recovery_codes_sole_factor'
	| 'mfa_totp_enroll_not_enabled'
	| 'mfa_verification_failed'
	| 'mfa_verified_factor_exists'
	| 'mfa_webauthn_enroll_not_enabled'
	| 'otp_expired'
	| 'over_email_send_rate_limit'
	| 'over_sms_send_rate_limit'
	| 'phone_exists'
	| 'phone_not_confirmed'
	| 'phone_provider_disabled'
	| 'provider_disabled'
	| 'provider_email_needs_verification'
	| 'anonymous_provider_disabled'
	| 'reauthentication_needed'
	| 'reauthentication_not_valid'
	| 'refresh_token_already_used'
	| 'refresh_token_not_found'
	| 'same_password'
	| 'saml_assertion_no_email'
	| 'saml_assertion_no_user_id'
	| 'saml_entity_id_mismatch'
	| 'saml_idp_already_exists'
	| 'saml_metadata_fetch_failed'
	| 'saml_provider_disabled'
	| 'saml_relay_state_expired'
	| 'saml_relay_state_not_found'
	| 'server_clock_wrong'
	| 'session_expired'
	| 'session_not_found'
	| 'signup_disabled'
	| 'single_identity_not_deletable'
	| 'sms_send_failed'
	| 'sso_domain_already_exists'
	| 'sso_provider_disabled'
	| 'sso_provider_not_found'
	| 'too_many_enrolled_mfa_factors'
	| 'user_already_exists'
	| 'user_banned'
	| 'user_not_found'
	| 'passkey_disabled'
	| 'too_many_passkeys'
	| 'wrong_encryption_key'
	| 'webauthn_challenge_expired'
	| 'webauthn_challenge_not_found'
	| 'webauthn_credential_exists'
	| 'webauthn_verification_failed'
	| 'weak_password'
	| 'web3_provider_disabled'
	| 'web3_unsupported_chain'
	// the admin
	| 'decision_refused'
	| 'plan_changed'
	// the shop and the Functions API
	/** Spelled as the reference server spells it. */
	| 'NOT_FOUND'
	| 'already_purchased'
	| 'code_not_usable'
	| 'not_sold_there'
	| 'invalid_signature'
	| 'not_for_sale'
	| 'payment_provider_unavailable'
	| 'payment_settling'
	| 'payment_under_review'
	| 'product_mismatch'
	| 'purchase_not_found'
	| 'shop_closed'
	| 'unknown_code'
	| 'unknown_product'

interface AppErrorOptions {
	/** Further facts for the calling program, such as `{ already_purchased: true }`. */
	details?: Record<string, unknown>
	/** When to try again, in seconds; sent as `Retry-After`. */
	retryAfter?: number
	/** What is logged for the owner. */
	cause?: unknown
}

/** An error that the server returns deliberately, formatted by the API's error handler. Anything else that is thrown is a bug. */
export class AppError extends Error {
	readonly code: AppErrorCode
	/** The HTTP status of the response, unless the API prescribes another. */
	readonly status: number
	readonly details: Record<string, unknown> | undefined
	readonly retryAfter: number | undefined

	/** `message` is what the caller reads. It must not contain SQL, a path, a secret or a stack trace. */
	constructor(code: AppErrorCode, status: number, message: string, options: AppErrorOptions = {}) {
		super(message, { cause: options.cause })
		this.name = 'AppError'
		this.code = code
		this.status = status
		this.details = options.details
		this.retryAfter = options.retryAfter
	}
}

/** Returns the code that the system or a library gave an error, such as `ENOENT`; undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
