import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AttackedStore, createAttackedStore, expectRefused } from '#test/storage-attacks.ts'

let store: AttackedStore
beforeAll(async () => {
	store = await createAttackedStore()
})
afterAll(async () => await store.world.close())

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

test.each(oddNames)('the name %s is rejected as a key', async (name) => {
	await expectRefused(await store.sign(`pdfs/${name}`), { code: 'InvalidKey', error: 'InvalidKey' })
	await expectRefused(
		await fetch(`${store.world.url}/storage/v1/object/sign/pdfs/${name}${store.honest.search}`),
		{
			code: 'InvalidKey',
		},
	)
})

test.each(['cv.ZIP', 'CV', 'CV.zip;x', 'StudentGuide.pdf;', 'pdfs', 'null', 'constructor'])(
	'there is no file %s',
	async (name) => {
		await expectRefused(await store.sign(`pdfs/${name}`), { code: 'NoSuchKey' })
	},
)

test.each(['other', 'PDFS', 'pdfs%2f', 'storage', '__proto__'])('there is no bucket %s', async (name) => {
	await expectRefused(await store.sign(`${name}/CV.zip`), { code: 'NoSuchBucket' })
})

/** Sends a request line exactly as written, without a client that would normalise the path. */
async function raw(line: string): Promise<string> {
	const { port } = new URL(store.world.url)
	const headers = [
		`host: 127.0.0.1:${port}`,
		`apikey: ${store.world.keys.publishableKey}`,
		`authorization: Bearer ${store.token}`,
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

describe('the path of a request', () => {
	const prefix = '/storage/v1/object/sign/pdfs'
	test('a plain path works', async () => {
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
	])('%s is refused and reveals nothing', async (path) => {
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
		const answer = await raw(`GET ${store.honest.pathname}${store.honest.search}&download=${name}`)
		const [head = ''] = answer.split('\r\n\r\n')
		expect(head).toMatch(/^HTTP\/1\.1 200 /)
		expect(head).not.toMatch(/^set-cookie/im)
		expect(head).toMatch(
			/^content-disposition: attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9._~%-]+\r?$/im,
		)
	})
})
