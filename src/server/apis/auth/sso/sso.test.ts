import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { sandboxCampus } from '#shared/sandbox-services.ts'
import { adminContextOf, runAdmin, typeCommand } from '#test/admin-cli.ts'
import { callAuth, confirmedUser } from '#test/auth.ts'
import { expectRefusal, ssoRefusals } from '#test/auth-refusals.ts'
import {
	addCampus,
	answerOfCampus,
	callProviders,
	campusAddress,
	makeSamlKey,
	postAnswer,
	returnFromCampus,
} from '#test/campus.ts'
import { clientIn, errorIn, follow, makeTestBrowser } from '#test/google.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, samlKey: makeSamlKey() })
let campus: string
const { domain } = sandboxCampus
const priya = { email: `priya.shah@${domain}`, name: 'Priya Shah' }
beforeAll(async () => {
	campus = await addCampus(world)
})

describe('signing in', () => {
	test('PKCE: the official client signs in a new member by domain, and the same member again by provider', async () => {
		const first = await returnFromCampus(world, priya)
		expect(`${first.back.origin}${first.back.pathname}`).toBe(`${world.url}/`)
		expect([...first.back.searchParams.keys()]).toEqual(['code'])
		const { data, error } = await first.client.auth.exchangeCodeForSession(first.code)
		expect(error).toBeNull()
		expect(data.user).toMatchObject({
			email: priya.email,
			app_metadata: { provider: `sso:${campus}`, providers: [`sso:${campus}`] },
			user_metadata: { full_name: 'Priya Shah' },
			identities: [
				{ provider: `sso:${campus}`, identity_data: { email: priya.email, email_verified: true } },
			],
		})
		expect((await first.client.auth.getClaims()).data?.claims).toMatchObject({
			aal: 'aal1',
			amr: [{ method: 'sso/saml' }],
		})
		const again = await returnFromCampus(world, priya, { providerId: campus })
		const second = await again.client.auth.exchangeCodeForSession(again.code)
		expect(second.data.user?.id).toBe(data.user?.id)
		expect(second.data.user?.identities).toHaveLength(1)
	})

	test('implicit: the session is in the fragment, but only in the browser that began the sign-in', async () => {
		const [browser, other] = [makeTestBrowser(), makeTestBrowser()]
		const client = clientIn(world, browser, 'implicit')
		const address = await campusAddress(client, undefined, `${world.url}/free`)
		const between = await postAnswer(await answerOfCampus(browser, address, priya))
		expect(between.pathname).toBe('/auth/v1/sso/saml/session')
		await clientIn(world, other, 'implicit').auth.signInWithSSO({
			domain,
			options: { skipBrowserRedirect: true },
		})
		expect(errorIn(await follow(other, between))).toMatchObject({ error_code: 'bad_code_verifier' })
		expect(errorIn(await follow(makeTestBrowser(), between))).toMatchObject({
			error_code: 'saml_relay_state_not_found',
		})
		const back = await follow(browser, between)
		expect(`${back.pathname}${back.search}`).toBe('/free')
		const session = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
		const { data } = await client.auth.setSession({
			access_token: session.access_token ?? '',
			refresh_token: session.refresh_token ?? '',
		})
		expect(data.user?.email).toBe(priya.email)
		expect(errorIn(await follow(browser, between))).toMatchObject({ error_code: 'flow_state_not_found' })
	})

	test('without `skip_http_redirect` the browser is redirected, with a signed request', async () => {
		const { status, headers } = await callAuth(world, '/sso', { body: { domain: domain.toUpperCase() } })
		expect(status).toBe(303)
		const address = new URL(headers.get('location') ?? '')
		expect(address.pathname).toBe('/campus/sign-in')
		expect(address.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
		expect(address.searchParams.get('Signature')).toMatch(/^[\w+/=]{300,}$/)
		const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'))
		expect(String(request)).toContain(`AssertionConsumerServiceURL="${world.url}/auth/v1/sso/saml/acs"`)
	})

	test('a campus sign-in is added to the account with the same address, and the user is notified', async () => {
		const ada = await confirmedUser(world)
		await callProviders(world, `/${campus}`, { domains: [domain, 'student.test'] }, 'PUT')
		const { client, code } = await returnFromCampus(world, { email: ada.email })
		const { data } = await client.auth.exchangeCodeForSession(code)
		expect(data.user?.id).toBe(ada.id)
		expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', `sso:${campus}`])
		await world.runJobs()
		expect(world.mails.findLast(({ to }) => to === ada.email)?.text).toContain('sign in')
	})

	test('a user with two-step verification still has to take the second step', async () => {
		const user = await withSecondStep(world)
		await callProviders(world, `/${campus}`, { domains: [domain, 'student.test'] }, 'PUT')
		const { client, code } = await returnFromCampus(world, { email: user.email })
		await client.auth.exchangeCodeForSession(code)
		const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
	})

	test('a sign-in that is cancelled at the campus returns `access_denied`', async () => {
		expect(errorIn((await returnFromCampus(world, { cancel: 'yes' })).back)).toMatchObject({
			error: 'access_denied',
			error_code: 'access_denied',
		})
	})
})

test.each(ssoRefusals)('rejects %s', async (...refusal) => {
	await expectRefusal(world, refusal, (await confirmedUser(world)).accessToken)
})

describe('metadata', () => {
	test('describes the shop to providers, and stays the same after a restart', async () => {
		const answer = await world.request('/auth/v1/sso/saml/metadata?download=true')
		expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
		expect(answer.headers.get('content-disposition')).toContain('metadata.xml')
		const xml = await answer.text()
		expect(xml).toContain(`entityID="${world.url}/auth/v1/sso/saml/metadata"`)
		expect(xml).toContain(`Location="${world.url}/auth/v1/sso/saml/acs"`)
		const [, base64 = ''] = /X509Certificate>([^<]+)</.exec(xml) ?? []
		const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
		expect(certificate.verify(certificate.publicKey)).toBe(true)
		expect(certificate.subject).toBe('CN=127.0.0.1')
	})

	test('a provider’s new certificate is read within the hour, and sign-in works while its metadata cannot be fetched', async () => {
		await fetch(`${world.sandboxUrl}/campus/rotate`, { method: 'POST' })
		expect(errorIn((await returnFromCampus(world, priya)).back)).toMatchObject({
			error_code: 'validation_failed',
		})
		const readAt = new Date(world.clock.now().getTime() - 3_700_000)
		const age = sql`update auth.sso_providers set metadata_read_at = ${readAt}`
		await world.database.query(age)
		expect((await returnFromCampus(world, priya)).code).not.toBe('')
		await world.database.query(sql`update auth.sso_providers set metadata_url = 'http://localhost:1/gone'`)
		await world.database.query(age)
		expect((await returnFromCampus(world, priya)).code).not.toBe('')
	})
})

describe('identity providers', () => {
	test('the Admin API adds, lists, changes and removes a provider, and records who did it', async () => {
		const metadata = await (await fetch(`${world.sandboxUrl}/campus/metadata`)).text()
		const metadata_xml = metadata.replace(/entityID="[^"]+"/, 'entityID="https://id.other.test"')
		const made = await callProviders(world, '', {
			type: 'saml',
			metadata_xml,
			domains: ['Other.test', 'other.test'],
			resource_id: 'other',
		})
		expect(made).toMatchObject({
			status: 201,
			body: {
				resource_id: 'other',
				disabled: false,
				saml: { entity_id: 'https://id.other.test', metadata_xml },
				domains: [{ domain: 'other.test' }],
			},
		})
		const id = String(made.body?.id)
		expect((await callProviders(world, '?resource_id_prefix=oth')).body).toMatchObject({ items: [{ id }] })
		expect(JSON.stringify((await callProviders(world)).body)).not.toContain('metadata_xml')
		const refusals: [unknown, string | undefined, number, string][] = [
			[{ type: 'saml', metadata_xml }, undefined, 422, 'saml_idp_already_exists'],
			[{ domains: [domain] }, 'PUT', 400, 'sso_domain_already_exists'],
			[{ metadata_xml: metadata }, 'PUT', 400, 'saml_entity_id_mismatch'],
			[{ domains: ['nonsense'] }, 'PUT', 400, 'validation_failed'],
			[
				{ type: 'saml', metadata_url: `${world.sandboxUrl}/nothing` },
				undefined,
				400,
				'saml_metadata_fetch_failed',
			],
			[{ type: 'saml', metadata_url: 'file:///etc/passwd' }, undefined, 400, 'validation_failed'],
			[{ type: 'oidc', metadata_xml }, undefined, 400, 'validation_failed'],
			[
				{
					type: 'saml',
					metadata_xml: metadata_xml.replace('<md:Ent', '<!DOCTYPE x [<!ENTITY y "z">]><md:Ent'),
				},
				undefined,
				400,
				'validation_failed',
			],
			[
				{ type: 'saml', metadata_xml: metadata_xml.replace('http://localhost', 'javascript://localhost') },
				undefined,
				400,
				'validation_failed',
			],
		]
		for (const [body, method, status, error_code] of refusals)
			expect(await callProviders(world, method ? `/${id}` : '', body, method)).toMatchObject({
				status,
				body: { error_code },
			})
		const off = {
			disabled: true,
			domains: [],
			name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
		}
		expect(await callProviders(world, '/resource_other', off, 'PUT')).toMatchObject({
			status: 200,
			body: { id, disabled: true, domains: [], saml: { entity_id: 'https://id.other.test', metadata_xml } },
		})
		expect(await callAuth(world, '/sso', { body: { provider_id: id } })).toMatchObject({
			status: 404,
			body: { error_code: 'sso_provider_disabled' },
		})
		expect((await callProviders(world, `/${id}`, undefined, 'DELETE')).body).toMatchObject({ id })
		expect(await callProviders(world, `/${id}`)).toMatchObject({
			status: 404,
			body: { error_code: 'sso_provider_not_found' },
		})
		const acts = await world.database.query(sql`
			select action from auth.audit_log_entries
			where details ->> 'sso_provider_id' = ${id} and actor = 'service_role' order by created_at`)
		expect(acts.map(({ action }) => action)).toEqual([
			'sso_provider_created',
			'sso_provider_changed',
			'sso_provider_deleted',
		])
	})

	test('an owner adds, lists and removes a provider on the command line, from an address or a file', async () => {
		const admin = adminContextOf(world)
		const own = 'cli.campus.test'
		await runAdmin(admin, 'remove-university', domain)
		const { origin } = new URL(world.sandboxUrl)
		const address = `${origin.replace('127.0.0.1', 'localhost')}${sandboxCampus.path}/metadata`
		const add = (from: string, domains: string) => runAdmin(admin, 'add-sso', from, '--domains', domains)
		const { notes } = await typeCommand(
			admin,
			['add-university', address, '--domains', `${own}, ${domain}`, '--by', 'Ada'],
			{ confirm: async () => true },
		)
		expect(notes[0]).toContain(`members of ${own} and ${domain} sign in`)
		const back = await returnFromCampus(world, priya)
		expect((await back.client.auth.exchangeCodeForSession(back.code)).data.user).toMatchObject({
			user_metadata: { full_name: 'Priya Shah' },
		})
		await expect(add(address, 'other.campus.test')).rejects.toThrow('already exists')
		expect((await runAdmin(admin, 'universities')).join('\n')).toContain(`${domain}, ${own}`)
		await runAdmin(admin, 'remove-university', own)

		const folder = await mkdtemp(join(tmpdir(), 'campus-'))
		onTestFinished(() => rm(folder, { recursive: true }))
		const file = join(folder, 'metadata.xml')
		await writeFile(file, await (await fetch(address)).text())
		expect((await add(file, own)).join()).toContain(`Domains: ${own}`)
		await runAdmin(admin, 'remove-university', own)
		await writeFile(file, '<EntityDescriptor/>')
		for (const [from, domains, why] of [
			[file, own, 'EntityDescriptor'],
			[join(folder, 'none.xml'), own, 'neither an https address nor a file'],
			[address, 'not a domain', 'not a domain'],
			['http://localhost:1/gone', own, 'could not be read'],
		] as const)
			await expect(add(from, domains), why).rejects.toThrow(why)
		await expect(runAdmin(admin, 'remove-university', own)).rejects.toThrow('no identity provider')
		expect(
			await world.database.query(sql`
				select command, decided_by as by from shop.owner_acts where command in ('add-university', 'remove-university') order by at`),
		).toEqual(
			['remove-university', 'add-university', 'remove-university', 'add-university', 'remove-university'].map(
				(command) => ({
					command,
					by: 'Ada',
				}),
			),
		)
		campus = await addCampus(world)
	})

	test('the Admin API rejects a publishable key', async () => {
		for (const path of ['/admin/sso/providers', `/admin/sso/providers/${campus}`])
			expect(await callAuth(world, path, { method: 'GET', bearer: world.keys.publishableKey })).toMatchObject(
				{
					status: 403,
					body: { error_code: 'not_admin' },
				},
			)
	})
})
