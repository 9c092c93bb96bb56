import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

interface CreationOptions {
	challenge: string
	user: { id: string }
}

const present = 0x01
const verified = 0x04
const withKey = 0x40

/** Makes a WebAuthn security key in software, for one site. It answers in JSON, as a browser would. */
export function makeKey(origin: string, { verifiesUser = true } = {}) {
	const id = randomBytes(32)
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	const cose = Buffer.concat([
		Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
		Buffer.from(x, 'base64url'),
		Buffer.from([0x22, 0x58, 0x20]),
		Buffer.from(y, 'base64url'),
	])
	let userHandle = ''
	let count = 0

	const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
	const clientData = (type: string, challenge: string, from: string) =>
		Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
	const authenticatorData = (flags: number) => {
		const counter = Buffer.alloc(4)
		counter.writeUInt32BE(count)
		return Buffer.concat([
			createHash('sha256').update(new URL(origin).hostname).digest(),
			Buffer.from([flags | present | (verifiesUser ? verified : 0)]),
			counter,
		])
	}
	return {
		/** Returns what `navigator.credentials.create()` would. */
		create({ challenge, user }: CreationOptions, { from = origin } = {}) {
			userHandle = user.id
			const data = Buffer.concat([
				authenticatorData(withKey),
				Buffer.alloc(16),
				Buffer.from([0, 32]),
				id,
				cose,
			])
			// The CBOR map { fmt: "none", attStmt: {}, authData: <bytes> }.
			const attestation = Buffer.concat([
				Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
				Buffer.from([data.length]),
				data,
			])
			return {
				...common,
				response: {
					attestationObject: attestation.toString('base64url'),
					clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
					transports: ['internal'],
				},
				clientExtensionResults: {},
			}
		},
		/** Returns what `navigator.credentials.get()` would. With `counts: false`, acts as a copy of the key whose counter has not advanced. */
		get({ challenge }: { challenge: string }, { from = origin, handle = userHandle, counts = true } = {}) {
			if (counts) count += 1
			const data = authenticatorData(0)
			const client = clientData('webauthn.get', challenge, from)
			const signature = createSign('sha256')
				.update(data)
				.update(createHash('sha256').update(client).digest())
				.sign(privateKey)
			return {
				...common,
				response: {
					authenticatorData: data.toString('base64url'),
					clientDataJSON: client.toString('base64url'),
					signature: signature.toString('base64url'),
					userHandle: handle,
				},
				clientExtensionResults: {},
			}
		},
	}
}
