import type { ExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import type { Assertion } from '#server/apis/auth/sso/assertion.ts'
import { assertionWithoutEmail, assertionWithoutUserId } from '#server/apis/auth/sso/errors.ts'
import type { IdentityProvider } from '#server/apis/auth/sso/providers.ts'
import type { AttributeMapping } from '#server/features/universities/attribute-mapping.ts'
import { readEmail } from '#server/platform/http/body.ts'

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** Attributes that identify a user permanently, the best first. */
const idAttributes = [
	'urn:oasis:names:tc:SAML:attribute:subject-id',
	'urn:oasis:names:tc:SAML:2.0:attribute:subject-id',
	'urn:oasis:names:tc:SAML:attribute:pairwise-id',
]
const emailAttributes = [
	'urn:oid:0.9.2342.19200300.100.1.3',
	'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
	'http://schemas.xmlsoap.org/claims/EmailAddress',
	'mail',
	'email',
]

const longestId = 255
const longestValue = 1_024
const mostValues = 50
/** Fields that only the server sets. A mapping must not set them. */
const ownKeys: ReadonlySet<string> = new Set([
	'iss',
	'sub',
	'provider_id',
	'email',
	'email_verified',
	'phone',
	'phone_verified',
])

/**
 * Returns the identity that an assertion describes. Its address counts as verified only if it belongs to a domain of the
 * provider, because a university must not vouch for the addresses of another. Throws `saml_assertion_no_user_id` or
 * `saml_assertion_no_email`.
 */
export function campusIdentity(
	{ nameId, attributes }: Assertion,
	{ id, entityId, domains, mapping }: Pick<IdentityProvider, 'id' | 'entityId' | 'domains' | 'mapping'>,
): ExternalIdentity {
	const isEmail = nameId?.format === emailFormat
	const ofSubject = nameId === undefined || nameId.format === transient ? undefined : nameId.value
	const providerId =
		firstOf(attributes, idAttributes) ?? (isEmail ? ofSubject && lowerAscii(ofSubject) : ofSubject)
	if (!providerId || providerId.length > longestId) throw assertionWithoutUserId()
	const mapped = readMapped(attributes, mapping)
	const email =
		toEmail(mapped.email) ?? toEmail(firstOf(attributes, emailAttributes) ?? (isEmail ? nameId.value : ''))
	if (email === undefined) throw assertionWithoutEmail()
	const isEmailVerified = domains.includes(email.slice(email.lastIndexOf('@') + 1))
	const own = Object.fromEntries(Object.entries(mapped).filter(([key]) => !ownKeys.has(key)))
	return {
		provider: `sso:${id}`,
		providerId,
		email,
		isEmailVerified,
		data: {
			...own,
			iss: entityId,
			sub: providerId,
			provider_id: providerId,
			email,
			email_verified: isEmailVerified,
			phone_verified: false,
		},
	}
}

/** Returns the attributes that the owner has mapped, under their new names. */
function readMapped(attributes: Assertion['attributes'], mapping: AttributeMapping): Record<string, unknown> {
	const entries = Object.entries(mapping.keys ?? {}).flatMap(
		([key, { name, names = [], array, default: otherwise }]) => {
			const found = [...(name ? [name] : []), ...names]
				.map((each) => attributes.get(each.toLowerCase()) ?? [])
				.find((values) => values.length > 0)
				?.map(clean)
				.filter((value) => value !== '')
				.slice(0, mostValues)
			const value = found?.length ? (array ? found : found[0]) : otherwise
			return value === undefined || value === null ? [] : [[key, value]]
		},
	)
	return Object.fromEntries(entries)
}

function firstOf(attributes: Assertion['attributes'], names: readonly string[]): string | undefined {
	return names.flatMap((name) => attributes.get(name.toLowerCase()) ?? [])[0]
}

/** Makes a value a single line of limited length, as it may end up in emails. */
function clean(value: string): string {
	const line = value
		.toWellFormed()
		.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim()
	return [...line].slice(0, longestValue).join('')
}

/** Lowercases ASCII letters only, because the lower case of some other characters is an ASCII letter. */
function lowerAscii(value: string): string {
	return value.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function toEmail(value: unknown): string | undefined {
	try {
		return typeof value === 'string' && value !== '' ? readEmail(value) : undefined
	} catch {
		return undefined
	}
}
