import { AppError } from '#server/platform/app-error.ts'

export function providerExists(entityId: string): AppError {
	return new AppError({
		code: 'saml_idp_already_exists',
		status: 422,
		message: `SAML Identity Provider with this EntityID (${entityId}) already exists`,
	})
}

export function domainTaken(domain: string, providerId: string): AppError {
	return new AppError({
		code: 'sso_domain_already_exists',
		status: 400,
		message: `SSO Domain '${domain}' is already assigned to an SSO identity provider (${providerId})`,
	})
}

/** The metadata, its URL or a domain can't be used. */
export function unusable(message: string): AppError {
	return new AppError({ code: 'validation_failed', status: 400, message })
}

export function metadataUnreadable(cause: unknown): AppError {
	return new AppError({
		code: 'saml_metadata_fetch_failed',
		status: 400,
		message: 'The SAML Metadata could not be read from metadata_url',
		cause,
	})
}
