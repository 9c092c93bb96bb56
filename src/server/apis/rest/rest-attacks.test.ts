import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AttackedShop, type Call, createAttackedShop, insert, patch } from '#test/rest-attacks.ts'

// Requests that succeed but give an attacker nothing.
let shop: AttackedShop
beforeAll(async () => {
	shop = await createAttackedShop()
})
afterAll(async () => await shop.world.close())

const harmless: [string, Call, unknown][] = [
	['a request for another’s purchases', { path: '/purchases?user_id=eq.{ben}', as: 'ada' }, []],
	[
		'a request for another’s Checkout Session',
		{ path: '/purchases?stripe_session_id=eq.cs_ben_secret', as: 'ada' },
		[],
	],
	['a request for everybody else’s rows', { path: '/purchases?user_id=neq.{ada}', as: 'ada' }, []],
	[
		'an or-condition that names another’s rows',
		{ path: '/purchases?or=(user_id.eq.{ben},status.eq.completed)', as: 'ada' },
		[],
	],
	['a closing bracket in a value', { path: '/purchases?product_name=eq.x)%26or=(1.eq.1', as: 'ada' }, []],
	['a quote in a value', { path: "/purchases?product_name=eq.'%20or%20'1'='1", as: 'ada' }, []],
	['a comment in a value', { path: '/purchases?product_name=eq.--%20%2F*', as: 'ada' }, []],
	['a dollar in a value', { path: '/purchases?product_name=eq.%24%24%241', as: 'ada' }, []],
	['a limit of a billion rows', { path: '/purchases?limit=1000000000&status=eq.held', as: 'ada' }, []],
	[
		'an update of another’s row',
		{
			...patch('/purchases?id=eq.{benPurchase}', { status: 'completed' }),
			headers: { prefer: 'return=representation' },
		},
		[],
	],
	[
		'completing the caller’s refunded row',
		{
			...patch('/purchases?id=eq.{adaPurchase}', { status: 'completed' }),
			headers: { prefer: 'return=representation' },
		},
		[],
	],
	['an empty update', { ...patch('/purchases', {}), headers: { prefer: 'return=representation' } }, []],
]

test.each(harmless)('%s finds and changes nothing', async (_, attack, rows) => {
	const before = await shop.purchases()
	const response = await shop.call(attack)
	expect(response.status).toBe(200)
	expect(await response.clone().json()).toEqual(rows)
	await shop.expectTight(response)
	expect(await shop.purchases()).toBe(before)
})

test('a buyer can read their completed purchase', async () => {
	const response = await shop.call({
		path: '/purchases?user_id=eq.{ben}&select=id,stripe_session_id',
		as: 'ben',
	})
	expect(await response.json()).toEqual([{ id: shop.id.benPurchase, stripe_session_id: 'cs_ben_secret' }])
})

test.each(['refunded', '', null, ['completed'], { a: 1 }])(
	'a user cannot set the status of their completed purchase to %j',
	async (status) => {
		const before = await shop.purchases()
		const response = await shop.call({
			method: 'PATCH',
			path: '/purchases?id=eq.{benPurchase}',
			as: 'ben',
			body: { status },
		})
		expect([400, 403]).toContain(response.status)
		expect(await shop.purchases()).toBe(before)
	},
)

test('a list of too many rows is refused for its length, whatever is in it', async () => {
	const response = await shop.call(insert({}, { body: Array(1_001).fill(1) }))
	expect(response.status).toBe(400)
	expect(await response.json()).toMatchObject({ message: 'More than 1000 rows in one request' })
})

test('ignored duplicates do not reveal whether an id exists', async () => {
	const ask = async (rowId: string) =>
		await (
			await shop.call(insert({ id: rowId }, { headers: { prefer: 'resolution=ignore-duplicates' } }))
		).text()
	expect(await ask('{benPurchase}')).toBe(await ask('33333333-3333-4333-8333-333333333333'))
})

test('twenty concurrent requests for one free guide create one row', async () => {
	const answers = await Promise.all(Array.from({ length: 20 }, () => shop.call(insert({}))))
	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
	expect(
		await (await shop.call({ path: '/purchases?status=eq.completed&select=catalogue_id', as: 'ada' })).json(),
	).toEqual([{ catalogue_id: '1' }])
})

test('refuses a token that is signed with another key, whatever role it claims', async () => {
	const forge = async (key: string, role: string) =>
		await new SignJWT({ role, session_id: shop.id.ada, aal: 'aal1', email: '' })
			.setProtectedHeader({ alg: 'HS256' })
			.setSubject(shop.id.ada)
			.setAudience('authenticated')
			.setIssuer(`${shop.world.url}/auth/v1`)
			.setIssuedAt()
			.setExpirationTime('1h')
			.sign(new TextEncoder().encode(key))
	for (const key of [shop.world.keys.publishableKey, shop.world.keys.storageSigningKey]) {
		for (const role of ['authenticated', 'service_role', 'shop_jobs']) {
			const response = await shop.call({
				path: '/purchases',
				headers: { authorization: `Bearer ${await forge(key, role)}` },
			})
			expect(response.status).toBe(401)
		}
	}
	expect((await shop.call({ path: '/purchases', as: 'ada' })).status).toBe(200)
})

test('no filter sent by an anonymous caller causes a server error', async () => {
	const texts = [
		'%00',
		'%ff',
		'%c0%ae',
		'%F0%9F%92%A9',
		'\\',
		'"',
		"'",
		'()',
		',',
		'..',
		'{}',
		'*',
		'%25',
		'%0d%0a',
		';--',
		'$1',
		'::int',
		'null',
		'NaN',
		'1e400',
		'-0',
		'9'.repeat(400),
	]
	const columns = ['id', 'price', 'is_free', 'updated_at', 'or', 'select', 'order', 'limit', 'columns']
	const headers = { apikey: shop.world.keys.publishableKey }
	for (const column of columns) {
		for (const prefix of ['', 'eq.', 'in.(', 'in.("', 'is.', '(title.eq.']) {
			const asked = texts.map((text) => `/rest/v1/products?${column}=${prefix}${text}`)
			const responses = await Promise.all(asked.map((path) => shop.world.request(path, { headers })))
			expect(responses.filter(({ status }) => status >= 500)).toEqual([])
		}
	}
})

describe('HEAD and OPTIONS', () => {
	test('HEAD follows the same rules as GET, without a body', async () => {
		const head = (as?: 'ada') =>
			shop.call({ method: 'HEAD', path: '/purchases', ...(as === undefined ? {} : { as }) })
		expect((await head()).status).toBe(401)
		expect((await head('ada')).status).toBe(200)
		expect(await (await head('ada')).text()).toBe('')
	})

	test('a page of another site may send requests, but without credentials', async () => {
		const response = await fetch(`${shop.world.url}/rest/v1/purchases`, {
			method: 'OPTIONS',
			headers: {
				origin: 'https://evil.example',
				'access-control-request-method': 'GET',
				'access-control-request-headers': 'authorization,apikey',
			},
		})
		expect(response.status).toBe(204)
		expect(response.headers.get('access-control-allow-credentials')).toBeNull()
	})
})
