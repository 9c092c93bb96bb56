import { afterAll, describe, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { assertionFor, responseWith, signed } from '#sandbox/campus/saml.ts'
import { makeCampusKey } from '#test/campus.ts'
import {
	createAttackedCampus,
	entityId,
	type Flow,
	genuine,
	key,
	otherEntityId,
	priya,
	rivalsKey,
} from '#test/saml-attacks.ts'

const { world, begin, deliver, expectRefused } = await createAttackedCampus()
afterAll(() => world.close())

const strangersKey = makeCampusKey()

/** Makes an assertion that the provider never issued. */
function forged(flow: Flow): string {
	return assertionFor({ ...priya, id: 'forged', email: 'dean@campus.test' }, flow)
}

function assertionIn(xml: string): string {
	return /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
}

/** Signs with the given algorithm. With `hmac`, the secret is the public certificate, which everybody knows. */
function signedWith(
	xml: string,
	{ algorithm, digest, hmac }: { algorithm: string; digest: string; hmac?: true },
) {
	const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
	const pem = `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----\n`
	const signer = new SignedXml({
		privateKey: hmac ? pem : key.privateKey,
		signatureAlgorithm: algorithm,
		canonicalizationAlgorithm: exclusive,
	})
	if (hmac) signer.enableHMAC()
	signer.addReference({
		xpath: "//*[local-name(.)='Assertion']",
		transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
		digestAlgorithm: digest,
	})
	signer.computeSignature(xml, {
		location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: 'after' },
	})
	return signer.getSignedXml()
}

const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const tidy = { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: sha256 }

test('an unaltered message signs the user in if the assertion, the response or both are signed', async () => {
	for (const parts of [['Assertion'], ['Response'], ['Assertion', 'Response']] as const) {
		const flow = await begin()
		let xml = responseWith(assertionFor(priya, flow), flow)
		for (const part of parts) xml = await signed(xml, part, key)
		expect((await deliver(xml, flow.relayState)).searchParams.get('code')).toMatch(/^[\w-]{36}$/)
	}
	const flow = await begin()
	const xml = signedWith(responseWith(assertionFor(priya, flow), flow), tidy)
	expect((await deliver(xml, flow.relayState)).searchParams.has('code')).toBe(true)
})

type Alter = (flow: Flow) => string | Promise<string>

const wrappings: [string, Alter][] = [
	[
		'before the signed one',
		async (flow) => responseWith(forged(flow) + assertionIn(await genuine(flow)), flow),
	],
	[
		'after the signed one',
		async (flow) => responseWith(assertionIn(await genuine(flow)) + forged(flow), flow),
	],
	[
		'in place of the signed one, which moves into an extension',
		async (flow) =>
			responseWith(
				`${forged(flow)}<samlp:Extensions>${assertionIn(await genuine(flow))}</samlp:Extensions>`,
				flow,
			),
	],
	[
		'around the signed one',
		async (flow) =>
			responseWith(
				forged(flow).replace(
					'<saml:Subject>',
					`<saml:Advice>${assertionIn(await genuine(flow))}</saml:Advice><saml:Subject>`,
				),
				flow,
			),
	],
	[
		'with the signature of the signed one, which moves into its object',
		async (flow) => {
			const whole = assertionIn(await genuine(flow))
			const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(whole)?.[0] ?? ''
			const original = whole.replace(signature, '')
			const wrapper = signature.replace(
				'</ds:Signature>',
				`<ds:Object>${original}</ds:Object></ds:Signature>`,
			)
			return responseWith(forged(flow).replace('</saml:Issuer>', `</saml:Issuer>${wrapper}`), flow)
		},
	],
	[
		'with the id of the signed one, which comes second in another namespace',
		async (flow) => {
			const whole = assertionIn(await genuine(flow))
			const id = / ID="([^"]+)"/.exec(whole)?.[1] ?? ''
			const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(whole)?.[0] ?? ''
			const evil = forged(flow)
				.replace(/ ID="[^"]+"/, ` ID="${id}"`)
				.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
			return responseWith(`${evil}<x:Assertion xmlns:x="urn:x">${whole}</x:Assertion>`, flow)
		},
	],
	[
		'in a response around the signed response',
		async (flow) => {
			const whole = await signed(responseWith(assertionFor(priya, flow), flow), 'Response', key)
			const inner = whole.replace(/^<\?xml[^>]*\?>\s*/, '')
			return responseWith(forged(flow), flow).replace(
				'<samlp:Status>',
				`<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`,
			)
		},
	],
	[
		'with a signature whose reference is empty',
		async (flow) => {
			const whole = await genuine(flow)
			return whole.replace(/URI="#[^"]+"/, 'URI=""')
		},
	],
]

describe('signature wrapping: refuses a forged assertion', () => {
	test.each(wrappings)('%s', async (_name, alter) => {
		const flow = await begin()
		await expectRefused(async () => deliver(await alter(flow), flow.relayState))
	})
})

const signatures: [string, Alter][] = [
	['that is missing', (flow) => responseWith(assertionFor(priya, flow), flow)],
	['without a value', async (flow) => (await genuine(flow)).replace(/(<ds:SignatureValue>)[^<]+/, '$1')],
	[
		'without references',
		async (flow) => (await genuine(flow)).replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, ''),
	],
	[
		'of other contents',
		async (flow) => (await genuine(flow)).replace('priya@campus.test', 'dean@campus.test'),
	],
	[
		'by a key of the attacker’s, with its certificate',
		(flow) => signed(responseWith(forged(flow), flow), 'Assertion', strangersKey),
	],
	[
		'by a key of the attacker’s, with the provider’s certificate',
		(flow) =>
			signed(responseWith(forged(flow), flow), 'Assertion', {
				...strangersKey,
				certificate: key.certificate,
			}),
	],
	[
		'with SHA-1',
		(flow) =>
			signedWith(responseWith(forged(flow), flow), {
				algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
				digest: sha256,
			}),
	],
	[
		'of a SHA-1 digest',
		(flow) =>
			signedWith(responseWith(forged(flow), flow), {
				...tidy,
				digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
			}),
	],
	[
		'made with the public certificate as the secret of an HMAC',
		(flow) =>
			signedWith(responseWith(forged(flow), flow), {
				algorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
				digest: sha256,
				hmac: true,
			}),
	],
	[
		'of the algorithm “none”',
		async (flow) => (await genuine(flow)).replace(/(SignatureMethod Algorithm=")[^"]+/, '$1none'),
	],
	[
		'with an XPath transform',
		async (flow) =>
			(await genuine(flow)).replace(
				'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
				'http://www.w3.org/TR/1999/REC-xpath-19991116',
			),
	],
]

describe('a signature', () => {
	test.each(signatures)('%s is refused', async (_name, alter) => {
		const flow = await begin()
		await expectRefused(async () => deliver(await alter(flow), flow.relayState))
	})

	test('by another provider is refused', async () => {
		for (const issuer of [entityId, otherEntityId]) {
			const flow = { ...(await begin()), entityId: issuer }
			const xml = await signed(responseWith(assertionFor(priya, flow), flow), 'Assertion', rivalsKey)
			await expectRefused(() => deliver(xml, flow.relayState))
		}
	})
})
