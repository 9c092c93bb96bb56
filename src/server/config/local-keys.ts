import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { makeFolder } from '#server/platform/make-folder.ts'
import type { Config } from './config.ts'

const jwk = z.looseObject({ kty: z.string(), kid: z.string() })

export const keysSchema = z.object({
	publishableKey: z.string(),
	secretKey: z.string(),
	/** Private JWKs; the first signs, all verify. */
	authSigningKeys: z.array(jwk).min(1),
	storageSigningKey: z.string(),
	/** Encrypts the secrets of authenticator apps in the database. */
	authEncryptionKey: z.string(),
	/** Signs the sandbox's events. */
	sandboxWebhookSecret: z.string(),
	/** The API key that the sandbox expects. */
	sandboxSecretKey: z.string(),
})

// Key files of earlier releases lack this key.
const earlierKeysSchema = keysSchema.partial({ authEncryptionKey: true })

/** The server's keys. Each has one purpose only. */
export type Keys = z.infer<typeof keysSchema>

/**
 * Returns the keys from the settings. A local run or a rehearsal generates the missing keys once and stores them in `keys.json`
 * (mode 600).
 */
export async function loadKeys(config: Config): Promise<Keys> {
	const mustBeSet = config.isPublic && config.rehearsal === undefined
	const local = mustBeSet ? await makeKeys() : await storedKeys(config.dataDir)
	return {
		...local,
		publishableKey: config.publishableKey ?? local.publishableKey,
		secretKey: config.secretKey ?? local.secretKey,
		authSigningKeys: config.authSigningKeys ?? local.authSigningKeys,
		storageSigningKey: config.storageSigningKey ?? local.storageSigningKey,
		authEncryptionKey: config.authEncryptionKey ?? local.authEncryptionKey,
	}
}

async function storedKeys(dataDir: string): Promise<Keys> {
	const file = join(dataDir, 'keys.json')
	const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		// Keys are generated only if the file does not exist: new keys would end every session and every link.
		if (error.code !== 'ENOENT') throw new Error(`The keys in ${file} cannot be read (${error.code}).`)
	})
	if (stored !== undefined) {
		const { keys, isComplete } = readKeys(file, stored, await makeKeys())
		if (!isComplete) await writeKeys(file, keys)
		return keys
	}
	const keys = await makeKeys()
	await makeFolder(dataDir)
	await writeKeys(file, keys)
	return keys
}

async function writeKeys(file: string, keys: Keys): Promise<void> {
	// Renamed into place when complete: a start killed here must not leave an incomplete key file.
	const handle = await open(`${file}.new`, 'w', 0o600)
	await handle.writeFile(JSON.stringify(keys, null, '\t'))
	await handle.sync()
	await handle.close()
	await rename(`${file}.new`, file)
}

/** Parses stored keys. A key that earlier releases did not have is taken from `fresh`. */
function readKeys(file: string, text: string, fresh: Keys): { keys: Keys; isComplete: boolean } {
	try {
		const stored = earlierKeysSchema.parse(JSON.parse(text))
		const authEncryptionKey = stored.authEncryptionKey ?? fresh.authEncryptionKey
		return { keys: { ...stored, authEncryptionKey }, isComplete: stored.authEncryptionKey !== undefined }
	} catch {
		// Omits the cause, which would quote the keys.
		throw new Error(
			`The keys in ${file} are damaged. Put the file back, or delete it for new keys: everyone is signed out then.`,
		)
	}
}

/** Generates a set of keys. */
export async function makeKeys(): Promise<Keys> {
	const secret = (bytes = 24) => randomBytes(bytes).toString('base64url')
	const { privateKey } = await generateKeyPair('ES256', { extractable: true })
	const authKey = { ...(await exportJWK(privateKey)), kty: 'EC', alg: 'ES256', use: 'sig', kid: secret(9) }
	return {
		publishableKey: `sb_publishable_${secret()}`,
		secretKey: `sb_secret_${secret()}`,
		authSigningKeys: [authKey],
		storageSigningKey: secret(32),
		authEncryptionKey: secret(32),
		sandboxWebhookSecret: `whsec_${secret()}`,
		sandboxSecretKey: `sk_test_sandbox_${secret()}`,
	}
}
