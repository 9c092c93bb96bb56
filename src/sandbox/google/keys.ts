import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'

const keysSchema = z.object({
	/** The key that signs ID tokens. */
	jwk: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
	/** The key that signs the provider's cookies. */
	cookie: z.string(),
})

type GoogleKeys = z.infer<typeof keysSchema>

const name = 'google.keys'

/** Returns the keys of the provider. Creates them the first time. */
export async function loadKeys(store: Store): Promise<GoogleKeys> {
	return readSetting(store, name, keysSchema) ?? (await rotateKeys(store))
}

/** Replaces the keys. What the old ones have signed becomes invalid at once, as after an emergency. */
export async function rotateKeys(store: Store): Promise<GoogleKeys> {
	const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
	const jwk = {
		...privateKey.export({ format: 'jwk' }),
		alg: 'RS256',
		use: 'sig',
		kid: randomBytes(6).toString('hex'),
	}
	const keys = keysSchema.parse({ jwk, cookie: randomBytes(24).toString('base64url') })
	writeSetting(store, name, keys)
	return keys
}
