import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { Config } from '#server/platform/config/config.ts'

const jwk = z.looseObject({ kty: z.string(), kid: z.string() })

const keysSchema = z.object({
	publishableKey: z.string(),
	secretKey: z.string(),
	/** Private JWKs; the first signs, all verify. */
	authSigningKeys: z.array(jwk).min(1),
	storageSigningKey: z.string(),
	/** Encrypts the secrets of authenticator apps in the database. */
	authEncryptionKey: z.string(),
	/** The secret the sandbox signs its events with, and the key it asks for. */
	sandboxWebhookSecret: z.string(),
	sandboxSecretKey: z.string(),
})

// A file of an earlier shop lacks what came later.
const earlierKeysSchema = keysSchema.partial({ authEncryptionKey: true })

/** Every key the server signs, checks or answers with. Each opens one door only. */
export type Keys = z.infer<typeof keysSchema>

/** The operator's keys where given; on a local run the rest is made once and kept under `dataDir/keys.json` (mode 600). */
export async function loadKeys(config: Config): Promise<Keys> {
	const local = config.isPublic ? await makeKeys() : await keptKeys(config.dataDir)
	return {
		...local,
		publishableKey: config.publishableKey ?? local.publishableKey,
		secretKey: config.secretKey ?? local.secretKey,
		authSigningKeys: config.authSigningKeys ?? local.authSigningKeys,
		storageSigningKey: config.storageSigningKey ?? local.storageSigningKey,
		authEncryptionKey: config.authEncryptionKey ?? local.authEncryptionKey,
	}
}

async function keptKeys(dataDir: string): Promise<Keys> {
	const file = join(dataDir, 'keys.json')
	const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		// Only a file that is not there may be made: another set of keys ends every session and every link.
		if (error.code !== 'ENOENT') throw new Error(`The keys in ${file} cannot be read (${error.code}).`)
	})
	if (kept !== undefined) {
		const { keys, isComplete } = readKeys(file, kept, await makeKeys())
		if (!isComplete) await writeKeys(file, keys)
		return keys
	}
	const keys = await makeKeys()
	await mkdir(dataDir, { recursive: true })
	await writeKeys(file, keys)
	return keys
}

async function writeKeys(file: string, keys: Keys): Promise<void> {
	// Written whole or not at all: a start killed here must not leave half a key file.
	const handle = await open(`${file}.new`, 'w', 0o600)
	await handle.writeFile(JSON.stringify(keys, null, '\t'))
	await handle.sync()
	await handle.close()
	await rename(`${file}.new`, file)
}

/** The kept keys; what a newer shop needs beside them is taken from `fresh`. */
function readKeys(file: string, text: string, fresh: Keys): { keys: Keys; isComplete: boolean } {
	try {
		const kept = earlierKeysSchema.parse(JSON.parse(text))
		const authEncryptionKey = kept.authEncryptionKey ?? fresh.authEncryptionKey
		return { keys: { ...kept, authEncryptionKey }, isComplete: kept.authEncryptionKey !== undefined }
	} catch {
		// The cause stays out of it: it would quote the keys.
		throw new Error(
			`The keys in ${file} are damaged. Put the file back, or delete it for new keys: everyone is signed out then.`,
		)
	}
}

/** A fresh set of keys. */
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
