import { AppError } from '#server/platform/app-error.ts'

export function ssoProviderNotFound(message = 'SSO Identity Provider not found'): AppError {
	return new AppError('sso_provider_not_found', 404, message)
}

export function ssoProviderDisabled(): AppError {
	return new AppError('sso_provider_disabled', 404, 'SSO Provider is currently disabled')
}

/** Reports metadata of another provider than the one to change. */
export function entityIdMismatch(expected: string, given: string): AppError {
	return new AppError(
		'saml_entity_id_mismatch',
		400,
		`SAML Metadata can be updated only if the EntityID matches for the provider; expected '${expected}' but got '${given}'`,
	)
}

export function relayStateNotFound(): AppError {
	return new AppError(
		'saml_relay_state_not_found',
		404,
		'SAML RelayState does not exist, try logging in again?',
	)
}

export function relayStateExpired(): AppError {
	return new AppError('saml_relay_state_expired', 422, 'SAML RelayState has expired. Try logging in again?')
}

/** Reports a forged or malformed assertion. The cause says why it was refused; the caller isn't told. */
export function invalidAssertion(cause: unknown): AppError {
	return new AppError('validation_failed', 400, 'SAML Assertion is not valid', { cause })
}

export function assertionWithoutUserId(): AppError {
	return new AppError(
		'saml_assertion_no_user_id',
		400,
		'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
	)
}

export function assertionWithoutEmail(): AppError {
	return new AppError('saml_assertion_no_email', 400, 'SAML Assertion does not contain an email address')
}
