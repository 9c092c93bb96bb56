import { connect } from 'node:net'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

// What somebody would try to get a file they have not paid for, each beside the honest link it resembles.
let world: World
let token: string
let person: string
let honest: URL

const guide = Buffer.from('%PDF-1.7 the whole guide')
const kit = Buffer.from('PK\u0003\u0004 the paid kit')

beforeAll(async () => {
	world = await createWorld()
	const owner = serviceRoleClient(world).storage.from('pdfs')
	for (const [name, bytes] of [
		['StudentGuide.pdf', guide],
		['CV.zip', kit],
	] as const) {
		expect((await owner.upload(name, bytes)).error).toBeNull()
	}
	const client = await signedInClient(world)
	const { data } = await client.auth.getSession()
	token = data.session?.access_token ?? ''
	person = data.session?.user.id ?? ''
	const signed = await client.storage.from('pdfs').createSignedUrl('StudentGuide.pdf', 3_600)
	honest = new URL(signed.data?.signedUrl ?? '')
})
afterAll(async () => await world.close())

async function sign(path: string, body: unknown = { expiresIn: 60 }): Promise<Response> {
	return await fetch(`${world.url}/storage/v1/object/sign/${path}`, {
		method: 'POST',
		headers: {
			apikey: world.keys.publishableKey,
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
}

async function expectRefused(response: Response, form: object): Promise<void> {
	expect(response.status).toBe(400)
	const body = await response.text()
	expect(JSON.parse(body)).toMatchObject({
		statusCode: expect.any(String),
		error: expect.any(String),
		message: expect.any(String),
		...form,
	})
	for (const secret of [
		'the paid kit',
		'the whole guide',
		'node_modules',
		'at async',
		'root:x:',
		'select ',
		'shop_api',
	])
		expect(body).not.toContain(secret)
}

test('a legitimate link works', async () => {
	expect(Buffer.from(await (await fetch(honest)).arrayBuffer())).toEqual(guide)
})

describe('the lifetime of a link', () => {
	test.each([0, -1, 1.5, '60', 1e12, null, 604_800, 3_601, true, [60], {}])(
		'cannot be %j',
		async (expiresIn) => {
			await expectRefused(await sign('pdfs/StudentGuide.pdf', { expiresIn }), { statusCode: '400' })
		},
	)
	test.each([1, 60, 300, 3_600])('may be %d seconds', async (expiresIn) => {
		expect((await sign('pdfs/StudentGuide.pdf', { expiresIn })).status).toBe(200)
	})
})

test.each(['', '{', '[]', '7', '{}', '"60"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`])(
	'a link is not made of the body %s',
	async (body) => {
		await expectRefused(await sign('pdfs/StudentGuide.pdf', body), {
			statusCode: '400',
			code: 'InvalidRequest',
		})
	},
)

test('ignores everything else in the body', async () => {
	const claims = {
		url: 'pdfs/CV.zip',
		scope: 'upload',
		sub: 'owner',
		role: 'service_role',
		transform: { width: 1 },
		exp: 9e9,
		versionId: 'x',
	}
	const response = await sign('pdfs/StudentGuide.pdf', { expiresIn: 60, ...claims })
	const { signedURL } = z.object({ signedURL: z.string() }).parse(await response.json())
	const payload = decodeJwt(signedURL.split('token=')[1] ?? '')
	expect(payload).toMatchObject({ url: 'pdfs/StudentGuide.pdf', scope: 'download', sub: person })
	expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'scope', 'sub', 'url'])
})

describe('a misused link', () => {
	const at = (name: string, search: string) =>
		fetch(`${world.url}/storage/v1/object/sign/pdfs/${name}${search}`)

	test('does not open another file', async () => {
		await expectRefused(await at('CV.zip', honest.search), { code: 'InvalidSignature' })
	})

	test.each(['', '?token=', '?token=x', '?token=x.y.z', '?token=a&token=b', '?token[]=a', '?Token=a'])(
		'with %j for a token',
		async (search) => {
			await expectRefused(await at('StudentGuide.pdf', search), { statusCode: '400' })
		},
	)

	test('is refused with two tokens, even if one is right', async () => {
		await expectRefused(await at('StudentGuide.pdf', `${honest.search}&token=x`), { statusCode: '400' })
	})

	test('is refused with any one character of its token changed', async () => {
		const whole = honest.searchParams.get('token') ?? ''
		// Not the last one: its lowest bits stand for nothing.
		for (let at = 0; at < whole.length - 1; at += 7) {
			const changed = `${whole.slice(0, at)}${whole[at] === 'A' ? 'B' : 'A'}${whole.slice(at + 1)}`
			const response = await fetch(`${honest.origin}${honest.pathname}?token=${changed}`)
			expect(response.status).toBe(400)
		}
	})

	const now = Math.floor(Date.now() / 1000)
	const forge = async (claims: object, key: string, alg = 'HS256') =>
		await new SignJWT({
			url: 'pdfs/StudentGuide.pdf',
			scope: 'download',
			sub: person,
			iat: now,
			exp: now + 300,
			...claims,
		})
			.setProtectedHeader({ alg })
			.sign(new TextEncoder().encode(key))

	test('is refused if its token was signed for something else', async () => {
		const { storageSigningKey, publishableKey } = world.keys
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
		await expectToken(token, 400)
		await expectToken(
			`${Buffer.from('{"alg":"none"}').toString('base64url')}.${honest.search.split('.')[1]}.`,
			400,
		)
	})
})

const oddNames = [
	'..%2fCV.zip',
	'%2e%2e%2fCV.zip',
	'%252e%252e%252fetc%252fpasswd',
	'....%2f%2fetc%2fpasswd',
	'..%5c..%5cetc%5cpasswd',
	'%2fetc%2fpasswd',
	'C:%5cCV.zip',
	'CV.zip%00',
	'CV.zip%00.pdf',
	'%00',
	'a'.repeat(4_096),
	'%c0%ae%c0%ae%c0%afpasswd',
	'%ff',
	'%',
	'%zz',
	'CV.zip.',
	'.CV.zip',
	'CV.zip%20',
	'%20CV.zip',
	'CV.zip%0a',
	'CV.zip/',
	'/CV.zip',
	'a//b',
	'CV.zip/../CV.zip%2f',
	'CV.zip%3Fx',
	'CV.zip%23x',
	'r%C3%A9sum%C3%A9.pdf',
	'~root',
	'%E2%80%AECV.zip',
]

test.each(oddNames)('the name %s is no key', async (name) => {
	await expectRefused(await sign(`pdfs/${name}`), { code: 'InvalidKey', error: 'InvalidKey' })
	await expectRefused(await fetch(`${world.url}/storage/v1/object/sign/pdfs/${name}${honest.search}`), {
		code: 'InvalidKey',
	})
})

test.each(['cv.ZIP', 'CV', 'CV.zip;x', 'StudentGuide.pdf;', 'pdfs', 'null', 'constructor'])(
	'the name %s is no file',
	async (name) => {
		await expectRefused(await sign(`pdfs/${name}`), { code: 'NoSuchKey' })
	},
)

test.each(['other', 'PDFS', 'pdfs%2f', 'storage', '__proto__'])('there is no bucket %s', async (name) => {
	await expectRefused(await sign(`${name}/CV.zip`), { code: 'NoSuchBucket' })
})

/** Sends a request line exactly as written; no client in between straightens the path. */
async function raw(line: string): Promise<string> {
	const { port } = new URL(world.url)
	const headers = [
		`host: 127.0.0.1:${port}`,
		`apikey: ${world.keys.publishableKey}`,
		`authorization: Bearer ${token}`,
		'connection: close',
	]
	const isPost = line.startsWith('POST')
	const body = isPost ? '{"expiresIn":60}' : ''
	return await new Promise((resolve, reject) => {
		const socket = connect(Number(port), '127.0.0.1')
		let answer = ''
		socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
		socket.on('end', () => resolve(answer))
		socket.on('error', reject)
		const length = isPost ? ['content-type: application/json', `content-length: ${body.length}`] : []
		socket.write(`${line} HTTP/1.1\r\n${[...headers, ...length].join('\r\n')}\r\n\r\n${body}`)
	})
}

describe('malicious paths', () => {
	const prefix = '/storage/v1/object/sign/pdfs'
	test('the plain path works', async () => {
		expect(await raw(`POST ${prefix}/StudentGuide.pdf`)).toMatch(/^HTTP\/1\.1 200 /)
	})

	test.each([
		`${prefix}/../../../../../../etc/passwd`,
		`${prefix}/%2e%2e/%2e%2e/%2e%2e/etc/passwd`,
		`${prefix}/..\\..\\..\\etc\\passwd`,
		`${prefix}/..;/CV.zip`,
		`${prefix}/./CV.zip`,
		`${prefix}/x/../CV.zip`,
		`${prefix}/%2e/CV.zip`,
		`${prefix}//etc/passwd`,
		`${prefix}/CV.zip%00`,
		`${prefix}/\u00e9.pdf`,
		`/storage/v1/../../etc/passwd`,
		`/storage/v1/object/pdfs/CV.zip`,
		`/storage/v1/object/authenticated/pdfs/CV.zip`,
		`/storage/v1/object/public/pdfs/CV.zip`,
		`/storage/v1/object/info/pdfs/CV.zip`,
		`/storage/v1/render/image/sign/pdfs/CV.zip`,
	])('%s', async (path) => {
		for (const method of ['GET', 'POST', 'HEAD']) {
			const answer = await raw(`${method} ${path}`)
			expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
			expect(answer).not.toMatch(/root:x:|the paid kit|signedURL|at async|node_modules/)
		}
	})

	test.each([
		'%0d%0aSet-Cookie:x=1',
		'%250d%250aSet-Cookie:x=1',
		'%22;filename=x.exe',
		'%E2%80%AEgpj.exe',
		'%ff%fe',
		'x'.repeat(5_000),
	])('a download named %s has one well-formed header', async (name) => {
		const answer = await raw(`GET ${honest.pathname}${honest.search}&download=${name}`)
		const [head = ''] = answer.split('\r\n\r\n')
		expect(head).toMatch(/^HTTP\/1\.1 200 /)
		expect(head).not.toMatch(/^set-cookie/im)
		expect(head).toMatch(
			/^content-disposition: attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9._~%-]+\r?$/im,
		)
	})
})

test('a file the caller may not have looks like a missing one', async () => {
	const answers: Record<string, { text: string; times: number[] }> = {}
	for (let round = 0; round < 60; round += 1) {
		for (const name of ['CV.zip', 'nope.zip']) {
			const started = performance.now()
			const response = await sign(`pdfs/${name}`)
			const text = `${response.status} ${await response.text()}`
			const known = answers[name] ?? { text, times: [] }
			answers[name] = known
			known.times.push(performance.now() - started)
			expect(text).toBe(known.text)
		}
	}
	const median = (name: string) => answers[name]?.times.sort((a, b) => a - b)[30] ?? Number.NaN
	expect(answers['CV.zip']?.text).toBe(answers['nope.zip']?.text)
	expect(Math.abs(median('CV.zip') - median('nope.zip'))).toBeLessThan(5)
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
