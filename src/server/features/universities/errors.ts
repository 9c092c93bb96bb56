import { AppError } from '#server/platform/app-error.ts'

export function providerExists(entityId: string): AppError {
	return new AppError(
		'saml_idp_already_exists',
		422,
		`SAML Identity Provider with this EntityID (${entityId}) already exists`,
	)
}

export function domainTaken(domain: string, providerId: string): AppError {
	return new AppError(
		'sso_domain_already_exists',
		400,
		`SSO Domain '${domain}' is already assigned to an SSO identity provider (${providerId})`,
	)
}

/** The metadata, its URL or a domain can't be used. */
export function unusable(message: string): AppError {
	return new AppError('validation_failed', 400, message)
}

export function metadataUnreadable(cause: unknown): AppError {
	return new AppError(
		'saml_metadata_fetch_failed',
		400,
		'The SAML Metadata could not be read from metadata_url',
		{ cause },
	)
}
