import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { writtenEmailAddress } from '#shared/email-address.ts'
import { encodePassword, hasRawPassword } from './password-in-url.ts'

// Schemas of individual settings. Error messages never contain the value, which could be a secret.

export const yesNo = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
export const wholeNumber = (least: number, most: number) =>
	z.coerce
		.number('must be a whole number')
		.int('must be a whole number')
		.min(least, `must be ${least} or more`)
		.max(most, `must be ${most} or less`)
/** A list of trimmed parts; empty ones are ignored. */
export const list = (separator: string) =>
	z.string().transform((value) =>
		value
			.split(separator)
			.map((part) => part.trim())
			.filter(Boolean),
	)
/** A key of our own, for signing or encryption. */
export const secretKey = z.string().min(32, 'must have at least 32 characters')
export const json = z.string().transform((value, context) => {
	try {
		const parsed: unknown = JSON.parse(value)
		return parsed
	} catch {
		context.addIssue('must be JSON')
		return z.NEVER
	}
})
export const port = z.coerce
	.number('must be a port number')
	.int()
	.min(1, 'must be a port number')
	.max(65535, 'must be a port number')
/** A number of processes; `auto` is one for each core. */
export const workerCount = z
	.string()
	.regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be a number from 1 to 64, or auto')
	.transform((value) => (value === 'auto' ? Math.min(64, availableParallelism()) : Number(value)))
/** A time of day, such as 03:30. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:30')
/** The address of a service, with a user and a password. */
export const serviceUrl = (protocol: RegExp, error: string) =>
	z
		.string()
		.refine((value) => !hasRawPassword(value), { error: encodePassword, abort: true })
		// Without the slashes, a URL has no host, and the program would connect to whatever is its default.
		.refine((value) => /^\s*[a-z+]+:\/\//i.test(value), { error, abort: true })
		.pipe(z.url({ protocol, error, abort: true }))
/** The address of a PostgreSQL database. */
export const postgresUrl = serviceUrl(/^postgres(ql)?$/, 'must be a postgresql:// address').refine(
	(value) => new URL(value).pathname.length > 1,
	'must name a database, such as …/headstart',
)
/** A folder of this machine. What looks like an address, or is meant for a shell, would become a folder of that name. */
export const folder = z
	.string()
	.regex(/^(?![A-Za-z][\w+.-]*:|~)\S(.*\S)?$/s, 'must be a folder, without ~ or spaces around it')
	.transform((path) => resolve(path))
/** Who an email is from. Any name may be given, with or without quotation marks around it. */
export const sender = z.string().transform((value, context) => {
	const [, name, inBrackets, alone] = /^(?:([^<>\p{Cc}]*)<([^<>]*)>|([^<>]*))$/u.exec(value.trim()) ?? []
	const { data: address } = writtenEmailAddress().safeParse(inBrackets ?? alone)
	if (address === undefined) {
		context.addIssue('must be one email address, such as Headstart <hello@headstart.example>')
		return z.NEVER
	}
	return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address }
})
/** An origin: scheme, host and port, without a trailing slash. */
export const origin = z
	.url({
		protocol: /^https?$/,
		error: 'must be an http(s) address such as https://shop.example',
		abort: true,
	})
	.refine((value) => {
		const { pathname, search, hash, username, password } = new URL(value)
		return pathname === '/' && `${search}${hash}${username}${password}` === ''
	}, 'must be an origin: no path, query or user')
	.transform((value) => new URL(value).origin)
/**
 * Private ES256 or RS256 keys as a JSON list of JWKs, each with a `kid`; the first signs. What a JWK says about its use
 * (`use`, `key_ops`) is removed: tools disagree about it, and every key here both signs and verifies.
 */
export const signingKeys = json.pipe(
	z
		.array(
			z.union([
				z.looseObject({
					kty: z.literal('EC'),
					crv: z.literal('P-256'),
					x: z.string(),
					y: z.string(),
					d: z.string(),
					kid: z.string(),
				}),
				z.looseObject({
					kty: z.literal('RSA'),
					// A modulus of 2048 bits has 342 characters in base64url.
					n: z.string().min(342, 'is too short'),
					e: z.string(),
					d: z.string(),
					p: z.string(),
					q: z.string(),
					kid: z.string(),
				}),
			]),
			'must be a list of private ES256 or RS256 keys as JWKs',
		)
		.min(1)
		.superRefine((keys, context) => {
			for (const key of keys)
				if (!isUsableKey(key)) context.addIssue(`the key ${JSON.stringify(key.kid)} is damaged or incomplete`)
		})
		.transform((keys) => keys.map(({ key_ops: _operations, use: _use, ext: _extractable, ...key }) => key)),
)

/** A private RSA key, given as PEM or DER that is encoded in base64. The result is PEM. */
export const rsaKey = z.string().transform((text, context) => {
	const bytes = Buffer.from(text, 'base64')
	const isPem = bytes.subarray(0, 10).toString('latin1') === '-----BEGIN'
	for (const type of ['pkcs1', 'pkcs8'] as const)
		try {
			const key = createPrivateKey(isPem ? bytes.toString('latin1') : { key: bytes, format: 'der', type })
			const isStrong = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048
			if (key.asymmetricKeyType === 'rsa' && isStrong)
				return String(key.export({ type: 'pkcs8', format: 'pem' }))
		} catch {}
	context.addIssue('must be an RSA key of at least 2048 bits, as PEM or DER in base64')
	return z.NEVER
})

function isUsableKey(key: JsonWebKey): boolean {
	try {
		createPrivateKey({ key: { ...key }, format: 'jwk' })
		return true
	} catch {
		return false
	}
}

/** Addresses or CIDR ranges, comma separated. */
export const addressRanges = list(',').refine(
	(ranges) => ranges.every(isAddressOrRange),
	'must be addresses or ranges such as 10.0.0.0/8, comma separated',
)

function isAddressOrRange(text: string): boolean {
	const [address = '', bits, ...rest] = text.split('/')
	const family = isIP(address)
	if (family === 0 || rest.length > 0) return false
	return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Returns whether only the owner's own network can reach a host: loopback, private ranges, and names reserved for tests. */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '')
	if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.test')) return true
	if (isIP(host) === 4) {
		const [a = 0, b = 0] = host.split('.').map(Number)
		return (
			a === 127 ||
			a === 10 ||
			(a === 172 && b >= 16 && b <= 31) ||
			(a === 192 && b === 168) ||
			(a === 169 && b === 254)
		)
	}
	if (isIP(host) === 6) return host === '::1' || /^f[cd]/i.test(host) || /^fe[89ab]/i.test(host)
	return false
}
