import { createPublicKey, type KeyObject, sign } from 'node:crypto'

/**
 * Returns a certificate that contains the public half of an RSA key, as base64. SAML uses certificates only to carry keys, so
 * everything else in it is fixed: the same key always gets the same certificate.
 */
export function selfSignedCertificate(privateKey: KeyObject, commonName: string): string {
	const algorithm = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), der(0x05))
	const name = sequence(
		der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(commonName)))),
	)
	const validity = sequence(
		der(0x17, Buffer.from('700101000000Z')),
		der(0x18, Buffer.from('21700101000000Z')),
	)
	const version = der(0xa0, integer(2))
	const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
	const content = sequence(version, integer(1), algorithm, name, validity, name, publicKey)
	const signature = sign('sha256', content, privateKey)
	return sequence(content, algorithm, der(0x03, Buffer.from([0]), signature)).toString('base64')
}

function sequence(...parts: Buffer[]): Buffer {
	return der(0x30, ...parts)
}

function integer(value: number): Buffer {
	return der(0x02, Buffer.from([value]))
}

/** Encodes an ASN.1 value with its tag and length. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts)
	const { length } = content
	const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
	return Buffer.concat([Buffer.from([tag, ...size]), content])
}
