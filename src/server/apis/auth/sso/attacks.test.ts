import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import {
	assertionFor,
	metadataOf,
	readRequest,
	responseWith,
	type SignInRequest,
	signed,
} from '#sandbox/campus/saml.ts'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, type TestUser } from '#test/auth.ts'
import { callProviders, campusAddress, makeCampusKey, makeSamlKey, postAnswer } from '#test/campus.ts'
import { clientIn, errorIn, follow, makeTestBrowser } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

const entityId = 'https://id.campus.test/metadata'
const otherEntityId = 'https://id.rival.test/metadata'
const signInUrl = 'https://id.campus.test/sign-in'
const priya = { id: 'priya-1', email: 'priya@campus.test', name: 'Priya' }
const [key, strangersKey, rivalsKey] = [makeCampusKey(), makeCampusKey(), makeCampusKey()]

let world: World
/** The user whose account the attackers want. */
let victim: TestUser
beforeAll(async () => {
	world = await createWorld({ samlKey: makeSamlKey(), rateLimitScale: 100_000 })
	victim = await confirmedUser(world)
	for (const [id, itsKey, domain] of [
		[entityId, key, 'campus.test'],
		[otherEntityId, rivalsKey, 'rival.test'],
	] as const) {
		const metadata_xml = metadataOf(id, signInUrl, [itsKey.certificate])
		const resource_id = domain.split('.')[0]
		const added = await callProviders(world, '', {
			type: 'saml',
			metadata_xml,
			domains: [domain],
			resource_id,
		})
		expect(added.status).toBe(201)
	}
})
afterAll(() => world.close())

interface Flow {
	entityId: string
	request: SignInRequest
	now: Date
	relayState: string
}

/** Begins a sign-in, which an attacker can do as well. */
async function begin(client = clientIn(world, makeTestBrowser()), redirectTo?: string): Promise<Flow> {
	const address = new URL(await campusAddress(client, { domain: 'campus.test' }, redirectTo))
	const request = readRequest(address.searchParams.get('SAMLRequest') ?? '')
	if (request === undefined) throw new Error('no request')
	return {
		entityId,
		request,
		now: world.clock.now(),
		relayState: address.searchParams.get('RelayState') ?? '',
	}
}

async function deliver(xml: string, relayState: string): Promise<URL> {
	const SAMLResponse = Buffer.from(xml).toString('base64')
	return await post({ SAMLResponse, RelayState: relayState })
}

async function post(fields: Record<string, string>): Promise<URL> {
	return await postAnswer({ action: `${world.url}/auth/v1/sso/saml/acs`, form: new URLSearchParams(fields) })
}

/** Makes a response that signs Priya in, with a signed assertion. */
async function genuine(flow: Flow, user = priya): Promise<string> {
	return await signed(responseWith(assertionFor(user, flow), flow), 'Assertion', key)
}

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

async function people(): Promise<unknown[]> {
	return await world.database.query(sql`
		select u.id, u.email, count(i.id) as ways from auth.users u left join auth.identities i on i.user_id = u.id group by u.id order by u.id`)
}

/** Runs an attack, and checks that it leaves no account, identity or code behind. */
async function expectRefused(attack: () => Promise<URL>, code = 'validation_failed'): Promise<void> {
	const codes = sql`select count(*)::integer as codes from auth.flow_state`
	const before = [await people(), await world.database.query(codes)]
	const back = await attack()
	expect(back.origin).toBe(world.url)
	expect(errorIn(back)).toMatchObject({ error_code: code })
	expect([await people(), await world.database.query(codes)]).toEqual(before)
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

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

const texts: [string, (xml: string) => string][] = [
	['a comment in the NameID', (xml) => xml.replace('>priya-1<', '>pri<!-- -->ya-1<')],
	['a comment in the address', (xml) => xml.replace('@campus.test<', '@campus.test<!-- x -->.evil.test<')],
	['CDATA', (xml) => xml.replace('>priya-1<', '><![CDATA[priya-1]]><')],
	['a processing instruction', (xml) => xml.replace('>priya-1<', '>priya-<?x y?>1<')],
	[
		'an external entity',
		(xml) =>
			xml
				.replace('?>', '?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')
				.replace('>Priya<', '>&x;<'),
	],
	[
		'an external document type',
		(xml) => xml.replace('?>', '?><!DOCTYPE r SYSTEM "http://127.0.0.1:1/r.dtd">'),
	],
	[
		'entities that expand',
		(xml) => xml.replace('?>', `?><!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]>`).replace('>Priya<', '>&l9;<'),
	],
	['an unknown entity', (xml) => xml.replace('>Priya<', '>&what;<')],
	[
		'a thousand levels',
		(xml) => xml.replace('</samlp:Status>', `</samlp:Status>${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`),
	],
	[
		'ten thousand elements',
		(xml) => xml.replace('</samlp:Status>', `</samlp:Status>${'<a/>'.repeat(10_000)}`),
	],
	[
		'thousands of namespaces inside each other',
		(xml) =>
			xml.replace(
				'</samlp:Status>',
				`</samlp:Status>${Array.from({ length: 4_000 }, (_, n) => `<a xmlns:n${n}="u">`).join('')}${'</a>'.repeat(4_000)}`,
			),
	],
	[
		'more than 128 kB',
		(xml) => xml.replace('</samlp:Status>', `</samlp:Status><a>${'x'.repeat(131_072)}</a>`),
	],
	['two roots', (xml) => `${xml}${xml.replace(/^<\?xml[^>]*\?>/, '')}`],
	['an encrypted assertion', (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')],
	['text that is not XML', () => 'nothing'],
	['nothing', () => ' '],
]

test.each(texts)('a response with %s is refused immediately', async (_name, alter) => {
	const flow = await begin()
	const xml = alter(await genuine(flow))
	const from = process.cpuUsage()
	await expectRefused(() => deliver(xml, flow.relayState))
	const { user, system } = process.cpuUsage(from)
	expect(user + system).toBeLessThan(2_000_000)
})

test('a response that is not base64 or UTF-8 is refused, and one of a megabyte is not read', async () => {
	for (const SAMLResponse of ['%%%', Buffer.from([0xff, 0xfe, 0x00]).toString('base64')]) {
		const { relayState } = await begin()
		await expectRefused(() => post({ SAMLResponse, RelayState: relayState }))
	}
	const SAMLResponse = 'A'.repeat(1_000_000)
	await expectRefused(() => post({ SAMLResponse, RelayState: randomUUID() }), 'request_entity_too_large')
})

const minute = 60_000
const iso = (flow: Flow, ms: number) => new Date(flow.now.getTime() + ms).toISOString()
const statements: [string, (assertion: string, flow: Flow) => string][] = [
	[
		'for another audience',
		(xml, { request }) =>
			xml.replace(`<saml:Audience>${request.issuer}`, '<saml:Audience>https://rival.test'),
	],
	['for no audience', (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')],
	[
		'for us and, in a second restriction, for another audience',
		(xml) =>
			xml.replace(
				'</saml:Conditions>',
				'<saml:AudienceRestriction><saml:Audience>https://rival.test</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
			),
	],
	['without conditions', (xml) => xml.replace(/<saml:Conditions[\s\S]*<\/saml:Conditions>/, '')],
	['for another recipient', (xml) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://rival.test/acs"')],
	['without a recipient', (xml) => xml.replace(/ Recipient="[^"]+"/, '')],
	['that answers another request', (xml) => xml.replace(/InResponseTo="[^"]+"/, 'InResponseTo="_other"')],
	['that answers no request', (xml) => xml.replace(/ InResponseTo="[^"]+"/, '')],
	['for the holder of a key', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key')],
	[
		'of five minutes ago',
		(xml, flow) => xml.replaceAll(/NotOnOrAfter="[^"]+"/g, `NotOnOrAfter="${iso(flow, -5 * minute)}"`),
	],
	[
		'whose confirmation has expired',
		(xml, flow) =>
			xml.replace(/NotOnOrAfter="[^"]+" Recipient/, `NotOnOrAfter="${iso(flow, -5 * minute)}" Recipient`),
	],
	['whose confirmation never expires', (xml) => xml.replace(/ NotOnOrAfter="[^"]+" Recipient/, ' Recipient')],
	[
		'of five minutes in the future',
		(xml, flow) => xml.replace(/NotBefore="[^"]+"/, `NotBefore="${iso(flow, 5 * minute)}"`),
	],
	['with an invalid time', (xml) => xml.replace(/NotBefore="[^"]+"/, 'NotBefore="yesterday"')],
	[
		'of a session that has ended',
		(xml, flow) => xml.replace('SessionIndex', `SessionNotOnOrAfter="${iso(flow, -minute)}" SessionIndex`),
	],
	['without a sign-in', (xml) => xml.replace(/<saml:AuthnStatement[\s\S]*<\/saml:AuthnStatement>/, '')],
	['of another issuer', (xml) => xml.replace(`<saml:Issuer>${entityId}`, `<saml:Issuer>${otherEntityId}`)],
]

test.each(statements)('a signed assertion %s is refused', async (_name, alter) => {
	const flow = await begin()
	const assertion = alter(assertionFor(priya, flow), flow)
	expect(assertion).not.toBe(assertionFor(priya, flow))
	const xml = await signed(responseWith(assertion, flow), 'Assertion', key)
	await expectRefused(() => deliver(xml, flow.relayState))
})

describe('a response', () => {
	test('works once, within nine minutes, and only for the sign-in that requested it', async () => {
		const flow = await begin()
		const xml = await genuine(flow)
		expect((await deliver(xml, flow.relayState)).searchParams.has('code')).toBe(true)
		await expectRefused(() => deliver(xml, flow.relayState), 'saml_relay_state_not_found')
		const { relayState } = await begin()
		await expectRefused(() => deliver(xml, relayState))
		const late = await begin()
		world.clock.advance(541)
		await expectRefused(async () => deliver(await genuine(late), late.relayState), 'saml_relay_state_expired')
	})

	test('ends the sign-in if it is refused', async () => {
		const flow = await begin()
		await expectRefused(() => deliver('<nonsense/>', flow.relayState))
		await expectRefused(
			async () => deliver(await genuine(flow), flow.relayState),
			'saml_relay_state_not_found',
		)
	})

	test('is refused if this site did not begin the sign-in', async () => {
		const flow = await begin()
		const SAMLResponse = Buffer.from(await genuine(flow)).toString('base64')
		for (const RelayState of [
			'',
			'https://evil.test/',
			'//evil.test',
			`${world.url}/free`,
			flow.relayState.slice(1),
		])
			await expectRefused(() => post({ SAMLResponse, RelayState }))
		await expectRefused(() => post({ SAMLResponse }))
		await expectRefused(() => post({ SAMLResponse, RelayState: randomUUID() }), 'saml_relay_state_not_found')
		await expectRefused(() => post({ RelayState: flow.relayState }))
		// None of these attempts used up the sign-in.
		expect((await post({ SAMLResponse, RelayState: flow.relayState })).searchParams.has('code')).toBe(true)
	})

	test('sent to another destination is refused', async () => {
		const flow = await begin()
		const xml = (await genuine(flow)).replace(/Destination="[^"]+"/, 'Destination="https://rival.test/acs"')
		await expectRefused(() => deliver(xml, flow.relayState))
	})

	test('never leads to another site', async () => {
		for (const redirect_to of [
			'https://evil.test/',
			'//evil.test',
			'javascript:alert(1)',
			'https://user@127.0.0.1/',
		]) {
			const browser = makeTestBrowser()
			const flow = await begin(clientIn(world, browser, 'implicit'), redirect_to)
			const between = await deliver(await genuine(flow), flow.relayState)
			expect(between.searchParams.get('redirect_to')).toBe(`${world.url}/`)
			between.searchParams.set('redirect_to', redirect_to)
			const back = await follow(browser, between)
			expect(back.origin).toBe(world.url)
			expect(back.hash).toContain('access_token=')
		}
	})
})

describe('an identity provider', () => {
	test.each([
		['the address of somebody’s account', () => victim.email],
		['an address of another university', () => 'someone@rival.test'],
		['an address of a subdomain', () => 'someone@mail.campus.test'],
		['an address whose domain begins like its own', () => 'someone@campus.test.evil.test'],
		['an address whose domain ends like its own', () => 'someone@evilcampus.test'],
	])('may not vouch for %s', async (_name, email) => {
		const flow = await begin()
		const xml = await genuine(flow, { id: randomUUID(), email: email(), name: 'Eve' })
		await expectRefused(() => deliver(xml, flow.relayState), 'provider_email_needs_verification')
	})

	test('may vouch for an address in its domain if the name id is permanent', async () => {
		const flow = await begin()
		const xml = await genuine(flow, { id: 'kim-1', email: 'Kim@Campus.test', name: 'Kim' })
		expect((await deliver(xml, flow.relayState)).searchParams.has('code')).toBe(true)
		const refusals: [(xml: string) => string, string][] = [
			[(text) => text.replace('format:persistent', 'format:transient'), 'saml_assertion_no_user_id'],
			[(text) => text.replace(/<saml:NameID.*<\/saml:NameID>/, ''), 'saml_assertion_no_user_id'],
			[(text) => text.replace('>priya@campus.test<', '>priya<'), 'saml_assertion_no_email'],
			[
				(text) => text.replace('>priya@campus.test<', '><b>priya@campus.test</b><'),
				'saml_assertion_no_email',
			],
		]
		for (const [alter, code] of refusals) {
			const next = await begin()
			const assertion = alter(assertionFor(priya, next))
			const answer = await signed(responseWith(assertion, next), 'Assertion', key)
			await expectRefused(() => deliver(answer, next.relayState), code)
		}
	})

	test('cannot set fields that are reserved for the server, but can limit the session', async () => {
		const keys = {
			...{ sub: { name: 'displayName' }, email_verified: { default: true }, provider_id: { name: 'mail' } },
			...{
				full_name: { names: ['nothing', 'DISPLAYNAME'] },
				groups: { name: 'mail', array: true },
				year: { default: 1 },
			},
		}
		await callProviders(world, '/resource_campus', { attribute_mapping: { keys } }, 'PUT')
		const client = clientIn(world, makeTestBrowser())
		const flow = await begin(client)
		const until = iso(flow, 60 * minute)
		const user = { id: 'lee-1', email: 'lee@campus.test', name: 'Lee\nLine  <b>&amp;' }
		const assertion = assertionFor(user, flow).replace(
			'SessionIndex',
			`SessionNotOnOrAfter="${until}" SessionIndex`,
		)
		const back = await deliver(await signed(responseWith(assertion, flow), 'Assertion', key), flow.relayState)
		const { data } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
		expect(data.user?.user_metadata).toEqual({
			...{ iss: entityId, sub: 'lee-1', provider_id: 'lee-1', email: user.email },
			...{ email_verified: true, phone_verified: false },
			...{ full_name: 'Lee Line <b>&amp;', groups: ['lee@campus.test'], year: 1 },
		})
		const bearer = data.session?.access_token ?? ''
		expect((await callAuth(world, '/user', { method: 'GET', bearer })).status).toBe(200)
		world.clock.advance(3_601)
		const refresh_token = data.session?.refresh_token
		const { status } = await callAuth(world, '/token?grant_type=refresh_token', { body: { refresh_token } })
		expect(status).toBe(400)
	})

	test('with a weak signing key, or none, cannot be added', async () => {
		const weak = makeCampusKey(1024)
		for (const certificates of [[weak.certificate], ['bm9uZQ=='], []])
			expect(
				await callProviders(world, '', {
					type: 'saml',
					metadata_xml: metadataOf('https://id.weak.test', signInUrl, certificates),
				}),
			).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
	})
})
