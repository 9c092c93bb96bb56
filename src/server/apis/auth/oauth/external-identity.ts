import { z } from 'zod'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { emailAddress } from '#shared/email-address.ts'

/** The user's identity according to a provider, validated and reduced to what is stored. */
export interface ExternalIdentity {
	provider: string
	/** The provider's permanent id for the user. */
	providerId: string
	/** The address in the form that is used for comparisons. Null if the provider sends no valid address. */
	email: string | null
	/** Whether the provider has verified the address. */
	isEmailVerified: boolean
	/** The content of the API's `identity_data`. */
	data: UserMetadata
}

const longestName = 200
const longestPicture = 1_024

const claimsSchema = z.object({
	iss: z.string(),
	sub: z.string().min(1).max(255),
	email: z.unknown().optional(),
	email_verified: z.unknown().optional(),
	name: z.unknown().optional(),
	given_name: z.unknown().optional(),
	family_name: z.unknown().optional(),
	picture: z.unknown().optional(),
})

/** Reads the identity from the claims of a verified ID token. Throws if the claims name no user. */
export function readExternalIdentity(provider: string, claims: unknown): ExternalIdentity {
	const { iss, sub, picture, ...said } = claimsSchema.parse(claims)
	const email = readAddress(said.email)
	// Some providers send `email_verified` as a string.
	const isEmailVerified = email !== null && (said.email_verified === true || said.email_verified === 'true')
	const name = readName(said.name) ?? readName([said.given_name, said.family_name].filter(isText).join(' '))
	const image = readPicture(picture)
	return {
		provider,
		providerId: sub,
		email,
		isEmailVerified,
		data: {
			iss,
			sub,
			provider_id: sub,
			...(email === null ? {} : { email }),
			email_verified: isEmailVerified,
			phone_verified: false,
			...(name === undefined ? {} : { name, full_name: name }),
			...(image === undefined ? {} : { avatar_url: image, picture: image }),
		},
	}
}

function readAddress(value: unknown): string | null {
	if (!isText(value) || value.length > 255) return null
	return emailAddress().safeParse(value).data ?? null
}

/** Cleans a name for use in headers and emails: a single line of limited length. */
function readName(value: unknown): string | undefined {
	if (!isText(value)) return undefined
	const name = value
		.toWellFormed()
		.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim()
	return name === '' ? undefined : [...name].slice(0, longestName).join('')
}

function readPicture(value: unknown): string | undefined {
	if (!isText(value) || value.length > longestPicture || !URL.canParse(value)) return undefined
	const { protocol, href, username, password } = new URL(value)
	return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

function isText(value: unknown): value is string {
	return typeof value === 'string'
}
