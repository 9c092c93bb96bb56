import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { assertionFor, metadataOf, responseWith, signed } from '#sandbox/campus/saml.ts'
import { callAuth } from '#test/auth.ts'
import { callProviders, makeCampusKey } from '#test/campus.ts'
import { clientIn, follow, makeTestBrowser } from '#test/google.ts'
import {
	createAttackedCampus,
	entityId,
	type Flow,
	genuine,
	key,
	otherEntityId,
	priya,
	signInUrl,
} from '#test/saml-attacks.ts'

const { world, victim, begin, deliver, post, expectRefused } = await createAttackedCampus()
afterAll(() => world.close())

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
			sub: { name: 'displayName' },
			email_verified: { default: true },
			provider_id: { name: 'mail' },
			full_name: { names: ['nothing', 'DISPLAYNAME'] },
			groups: { name: 'mail', array: true },
			year: { default: 1 },
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
			iss: entityId,
			sub: 'lee-1',
			provider_id: 'lee-1',
			email: user.email,
			email_verified: true,
			phone_verified: false,
			full_name: 'Lee Line <b>&amp;',
			groups: ['lee@campus.test'],
			year: 1,
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
