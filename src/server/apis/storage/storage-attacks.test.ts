import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anonymousClient } from '#test/clients.ts'
import { sentStatements } from '#test/sent-statements.ts'
import { type AttackedStore, createAttackedStore, expectRefused, guide } from '#test/storage-attacks.ts'
import { createWorld } from '#test/world.ts'

// Attempts to get a file without paying for it. The first test shows that a legitimate link works.
let store: AttackedStore
beforeAll(async () => {
	store = await createAttackedStore()
})
afterAll(async () => await store.world.close())

test('a legitimate link works', async () => {
	expect(Buffer.from(await (await fetch(store.honest)).arrayBuffer())).toEqual(guide)
})

describe('the lifetime of a link', () => {
	test.each([0, -1, 1.5, '60', 1e12, null, 604_800, 3_600, 301, true, [60], {}])(
		'may not be %j',
		async (expiresIn) => {
			await expectRefused(await store.sign('pdfs/StudentGuide.pdf', { expiresIn }), { statusCode: '400' })
		},
	)
	test.each([1, 60, 300])('may be %d seconds', async (expiresIn) => {
		expect((await store.sign('pdfs/StudentGuide.pdf', { expiresIn })).status).toBe(200)
	})
})

test.each(['', '{', '[]', '7', '{}', '"60"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`])(
	'rejects the body %s',
	async (body) => {
		await expectRefused(await store.sign('pdfs/StudentGuide.pdf', body), {
			statusCode: '400',
			code: 'InvalidRequest',
		})
	},
)

test('a link is for the requested file and for the caller, whatever else the body contains', async () => {
	const claims = {
		url: 'pdfs/CV.zip',
		scope: 'upload',
		sub: 'owner',
		role: 'service_role',
		transform: { width: 1 },
		exp: 9e9,
		versionId: 'x',
	}
	const response = await store.sign('pdfs/StudentGuide.pdf', { expiresIn: 60, ...claims })
	const { signedURL } = z.object({ signedURL: z.string() }).parse(await response.json())
	const payload = decodeJwt(signedURL.split('token=')[1] ?? '')
	expect(payload).toMatchObject({ url: 'pdfs/StudentGuide.pdf', scope: 'download', sub: store.userId })
	expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'scope', 'sub', 'url'])
})

describe('a misused link', () => {
	const at = (name: string, search: string) =>
		fetch(`${store.world.url}/storage/v1/object/sign/pdfs/${name}${search}`)

	test('does not open another file', async () => {
		await expectRefused(await at('CV.zip', store.honest.search), { code: 'InvalidSignature' })
	})

	test.each(['', '?token=', '?token=x', '?token=x.y.z', '?token=a&token=b', '?token[]=a', '?Token=a'])(
		'is refused with the query %j',
		async (search) => {
			await expectRefused(await at('StudentGuide.pdf', search), { statusCode: '400' })
		},
	)

	test('is refused with two tokens, even if one is right', async () => {
		await expectRefused(await at('StudentGuide.pdf', `${store.honest.search}&token=x`), { statusCode: '400' })
	})

	test('is refused if any one character of its token is changed', async () => {
		const whole = store.honest.searchParams.get('token') ?? ''
		// Leaves out the last character, because its lowest bits are ignored.
		for (let at = 0; at < whole.length - 1; at += 7) {
			const changed = `${whole.slice(0, at)}${whole[at] === 'A' ? 'B' : 'A'}${whole.slice(at + 1)}`
			const response = await fetch(`${store.honest.origin}${store.honest.pathname}?token=${changed}`)
			expect(response.status).toBe(400)
		}
	})

	const now = Math.floor(Date.now() / 1000)
	const forge = async (claims: object, key: string, alg = 'HS256') =>
		await new SignJWT({
			url: 'pdfs/StudentGuide.pdf',
			scope: 'download',
			sub: store.userId,
			iat: now,
			exp: now + 300,
			...claims,
		})
			.setProtectedHeader({ alg })
			.sign(new TextEncoder().encode(key))

	test('is refused if the claims, lifetime or signature of its token are not those of a download link', async () => {
		const { storageSigningKey, publishableKey } = store.world.keys
		const expectToken = async (made: string, status: number) =>
			expect((await at('StudentGuide.pdf', `?token=${made}`)).status).toBe(status)
		await expectToken(await forge({}, storageSigningKey), 200)
		await expectToken(await forge({ scope: 'upload' }, storageSigningKey), 400)
		await expectToken(await forge({ scope: undefined }, storageSigningKey), 400)
		await expectToken(await forge({ sub: 'me' }, storageSigningKey), 400)
		await expectToken(await forge({ sub: undefined }, storageSigningKey), 400)
		await expectToken(await forge({ url: 'pdfs/CV.zip' }, storageSigningKey), 400)
		await expectToken(await forge({ exp: now + 86_400 }, storageSigningKey), 400)
		await expectToken(await forge({ exp: undefined }, storageSigningKey), 400)
		await expectToken(await forge({}, storageSigningKey, 'HS512'), 400)
		await expectToken(await forge({}, publishableKey), 400)
		await expectToken(store.token, 400)
		await expectToken(
			`${Buffer.from('{"alg":"none"}').toString('base64url')}.${store.honest.search.split('.')[1]}.`,
			400,
		)
	})
})

test('a file that the caller may not have gets the same answer as a missing one', async () => {
	const ask = async (name: string) => {
		const response = await store.sign(`pdfs/${name}`)
		return `${response.status} ${await response.text()}`
	}
	expect(await ask('CV.zip')).toBe(await ask('nope.zip'))
	await store.world.storeRefusals()
	const [denied, missing] = [
		await sentStatements(() => ask('CV.zip')),
		await sentStatements(() => ask('nope.zip')),
	]
	expect(denied.length).toBeGreaterThan(0)
	expect(missing).toEqual(denied)
})

test('limits how many links a user can request', async () => {
	const strict = await createWorld({ rateLimitScale: 1 })
	try {
		const client = anonymousClient(strict).storage.from('pdfs')
		const statuses: number[] = []
		for (let round = 0; round < 122; round += 1) {
			const { error } = await client.createSignedUrl('CV.zip', 60)
			statuses.push(
				error !== null && 'status' in error && typeof error.status === 'number' ? error.status : 200,
			)
		}
		expect(statuses.slice(118)).toEqual([400, 400, 429, 429])
	} finally {
		await strict.close()
	}
})
