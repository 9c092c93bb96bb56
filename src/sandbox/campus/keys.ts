import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'
import { selfSignedCertificate } from '#shared/self-signed-certificate.ts'

/** The key with which the identity provider signs, and its certificate. */
export interface CampusKey {
	privateKey: string
	/** In base64. */
	certificate: string
}

const keySchema = z.object({ privateKey: z.string() })
const name = 'campus.key'

/** Returns the key of the identity provider. Creates it the first time. */
export async function loadCampusKey(store: Store): Promise<CampusKey> {
	const stored = readSetting(store, name, keySchema)
	return stored === undefined ? await rotateCampusKey(store) : withCertificate(stored.privateKey)
}

/** Replaces the key, as universities do every few years. */
export async function rotateCampusKey(store: Store): Promise<CampusKey> {
	const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
	const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
	writeSetting(store, name, { privateKey: pem })
	return withCertificate(pem)
}

function withCertificate(privateKey: string): CampusKey {
	return { privateKey, certificate: selfSignedCertificate(createPrivateKey(privateKey), 'Sandbox campus') }
}
