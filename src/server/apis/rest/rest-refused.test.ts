import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackedShop, type Call, createAttackedShop, free, insert, patch } from '#test/rest-attacks.ts'

// Attempts to reach another user's data or a paid guide. Each row of the table is one attempt.
let shop: AttackedShop
beforeAll(async () => {
	shop = await createAttackedShop()
})
afterAll(async () => await shop.world.close())

const refused: [string, Call, number, string][] = [
	['an anonymous read of purchases', { path: '/purchases' }, 401, '42501'],
	['an anonymous insert', { method: 'POST', path: '/purchases', body: free }, 401, '42501'],
	[
		'an anonymous update',
		{ method: 'PATCH', path: '/purchases?id=eq.{benPurchase}', body: { status: 'completed' } },
		401,
		'42501',
	],
	['an anonymous deletion', { method: 'DELETE', path: '/purchases' }, 401, '42501'],
	['an anonymous write to a product', { method: 'POST', path: '/products', body: { id: '8' } }, 401, '42501'],
	[
		'a paid guide for nothing',
		insert({ product_id: 'prod_cv_secrets', product_name: 'CV Secrets No One Tells You' }),
		403,
		'42501',
	],
	[
		'a paid guide by its catalogue id',
		insert({ product_id: '2', product_name: 'CV Secrets No One Tells You' }),
		403,
		'42501',
	],
	['a free guide under a paid name', insert({ product_name: 'CV Secrets No One Tells You' }), 403, '42501'],
	[
		'a guide that is not out yet',
		insert({ product_id: '4', product_name: 'How to Make Money in the North East' }),
		403,
		'42501',
	],
	['a guide that does not exist', insert({ product_id: '99', product_name: 'x' }), 403, '42501'],
	['a free guide at another price', insert({ price: 14.99 }), 403, '42501'],
	['a free guide with another status', insert({ status: 'refunded' }), 403, '42501'],
	['an unknown status', insert({ status: 'mine' }), 403, '42501'],
	['a row in another’s name', insert({ user_id: '{ben}' }), 403, '42501'],
	['a row without a user', insert({ user_id: null }), 403, '42501'],
	['a row with a Checkout Session', insert({ stripe_session_id: 'cs_mine' }), 403, '42501'],
	['a row with an id', insert({ id: '{benPurchase}' }), 403, '42501'],
	['a row with a date', insert({ created_at: '2020-01-01' }), 403, '42501'],
	['a row with a catalogue id', insert({ catalogue_id: '2' }), 403, '42501'],
	['a column that is not exposed', insert({ price_pence: 0 }), 400, 'PGRST204'],
	['an unknown column', insert({ is_admin: true }), 400, 'PGRST204'],
	['a column with SQL in its name', insert({ 'a"; drop table x; --': 1 }), 400, 'PGRST204'],
	['an invalid user id', insert({ user_id: 'x' }), 400, '22P02'],
	[
		'a price too large for a number',
		{ ...insert({}), body: `{"product_id":"1","price":1e999}` },
		400,
		'22003',
	],
	['a text with a zero byte', insert({ product_name: 'a\u0000b' }), 400, '22021'],
	[
		'merging onto another’s row',
		insert(
			{ id: '{benPurchase}' },
			{ headers: { prefer: 'resolution=merge-duplicates' }, path: '/purchases?on_conflict=id' },
		),
		403,
		'42501',
	],
	['merging without an id', insert({}, { headers: { prefer: 'resolution=merge-duplicates' } }), 403, '42501'],
	[
		'probing an existing id with ignored duplicates',
		insert({ id: '{benPurchase}' }, { headers: { prefer: 'resolution=ignore-duplicates' } }),
		403,
		'42501',
	],
	[
		'probing a missing id with ignored duplicates',
		insert(
			{ id: '33333333-3333-4333-8333-333333333333' },
			{ headers: { prefer: 'resolution=ignore-duplicates' } },
		),
		403,
		'42501',
	],
	[
		'an upsert by an unknown column',
		insert({}, { headers: { prefer: 'resolution=ignore-duplicates' }, path: '/purchases?on_conflict=nope' }),
		400,
		'PGRST204',
	],
	[
		'an upsert by a column that is not unique',
		insert(
			{},
			{ headers: { prefer: 'resolution=ignore-duplicates' }, path: '/purchases?on_conflict=status' },
		),
		400,
		'42P10',
	],
	[
		'replacing a row by PUT',
		{
			method: 'PUT',
			path: '/purchases?id=eq.{benPurchase}',
			as: 'ada',
			body: { ...free, id: '{benPurchase}' },
		},
		403,
		'42501',
	],
	[
		'deleting the caller’s own row',
		{ method: 'DELETE', path: '/purchases?id=eq.{adaPurchase}', as: 'ada' },
		403,
		'42501',
	],
	['deleting every row', { method: 'DELETE', path: '/purchases', as: 'ada' }, 403, '42501'],
	['changing the price', patch('/purchases?id=eq.{adaOpen}', { price: 0 }), 403, '42501'],
	['changing the buyer', patch('/purchases?id=eq.{benPurchase}', { user_id: '{ada}' }), 403, '42501'],
	[
		'changing the product',
		patch('/purchases?id=eq.{adaPurchase}', { product_id: 'prod_cv_secrets', catalogue_id: '2' }),
		403,
		'42501',
	],
	['changing the currency', patch('/purchases', { currency: 'JPY' }), 403, '42501'],
	[
		'changing the Checkout Session',
		patch('/purchases', { stripe_session_id: 'cs_ben_secret' }),
		403,
		'42501',
	],
	['an update with a limit', patch('/purchases?limit=1', { status: 'completed' }), 400, 'PGRST100'],
	['an update of a list', patch('/purchases', [{ status: 'completed' }]), 400, 'PGRST102'],
	['writing a product', patch('/products?id=eq.2', { price: 0 }), 403, '42501'],
	[
		'reading another schema',
		{ path: '/users', as: 'ada', headers: { 'accept-profile': 'auth' } },
		406,
		'PGRST106',
	],
	[
		'the storage schema',
		{ path: '/objects', as: 'ada', headers: { 'accept-profile': 'storage' } },
		406,
		'PGRST106',
	],
	[
		'the system catalogue',
		{ path: '/pg_roles', as: 'ada', headers: { 'accept-profile': 'pg_catalog' } },
		406,
		'PGRST106',
	],
	['writing to another schema', insert({}, { headers: { 'content-profile': 'shop' } }), 406, 'PGRST106'],
	['a table of another schema', { path: '/auth.users', as: 'ada' }, 404, 'PGRST205'],
	['a table that is not exposed', { path: '/purchase_history', as: 'ada' }, 404, 'PGRST205'],
	[
		'a query plan',
		{ path: '/purchases', as: 'ada', headers: { accept: 'application/vnd.pgrst.plan+json' } },
		406,
		'PGRST107',
	],
	['the OpenAPI description', { path: '/', as: 'ada' }, 404, 'PGRST126'],
	['an anonymous read of the OpenAPI description', { path: '/' }, 404, 'PGRST126'],
	['a path below a table', { path: '/purchases/x.css', as: 'ada' }, 404, 'PGRST125'],
	...[
		'pg_sleep',
		'set_config',
		'pg_read_file',
		'current_setting',
		'version',
		'dblink',
		'may_download',
		'require_live_session',
	].map((name): [string, Call, number, string] => [
		`the function ${name}`,
		{ method: 'POST', path: `/rpc/${name}`, as: 'ada', body: {} },
		404,
		'PGRST202',
	]),
	[
		'an update without a filter',
		{ method: 'PATCH', path: '/purchases', as: 'ada', body: { status: 'completed' } },
		400,
		'21000',
	],
	['a negative limit', { path: '/purchases?limit=-1', as: 'ada' }, 416, 'PGRST103'],
	[
		'a range that runs backwards',
		{ path: '/purchases', as: 'ada', headers: { range: '9-1' } },
		416,
		'PGRST103',
	],
	[
		'an offset past the end',
		{ path: '/products?offset=100', headers: { prefer: 'count=exact' } },
		416,
		'PGRST103',
	],
	['an order that is SQL', { path: '/purchases?order=id;drop table purchases', as: 'ada' }, 400, 'PGRST100'],
	[
		'strict handling of an unknown preference',
		{ path: '/purchases', as: 'ada', headers: { prefer: 'handling=strict, xyz' } },
		400,
		'PGRST122',
	],
	[
		'a preference that is SQL',
		{ path: '/purchases', as: 'ada', headers: { prefer: "timezone=';drop" } },
		400,
		'PGRST122',
	],
	['a body that is not JSON', insert({}, { body: '{"a":' }), 400, 'PGRST102'],
	['an empty body', insert({}, { body: '' }), 400, 'PGRST102'],
	['a body that is a number', insert({}, { body: '7' }), 400, 'PGRST102'],
	[
		'a body nested a hundred thousand levels deep',
		insert({}, { body: '['.repeat(100_000) + ']'.repeat(100_000) }),
		400,
		'PGRST102',
	],
	[
		'a body that is a form',
		insert({}, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
		415,
		'PGRST102',
	],
	['a body that is plain text', insert({}, { headers: { 'content-type': 'text/plain' } }), 415, 'PGRST102'],
	['rows with different keys', insert({}, { body: [free, { product_id: '1' }] }), 400, 'PGRST102'],
	['a body over the limit', insert({ product_name: 'x'.repeat(300_000) }), 413, 'request_entity_too_large'],
	[
		'a query over the limit',
		{ path: `/purchases?product_name=eq.${'a'.repeat(9_000)}`, as: 'ada' },
		414,
		'PGRST100',
	],
	['nine hundred conditions', { path: `/purchases?${'id=eq.1&'.repeat(900)}`, as: 'ada' }, 400, 'PGRST100'],
	['a token in the URL', { path: '/purchases?access_token=x&apikey=x' }, 400, '42703'],
	[
		'an invalid bearer token',
		{ path: '/purchases', headers: { authorization: 'Bearer x.y.z' } },
		401,
		'PGRST301',
	],
	[
		'an unknown key',
		{ path: '/products', headers: { apikey: 'sb_publishable_other' } },
		401,
		'invalid_api_key',
	],
]

test.each(refused)('%s is refused', async (_, attack, status, code) => {
	const before = await shop.purchases()
	const response = await shop.call(attack)
	const body: unknown = await response.clone().json()
	expect({ status: response.status, body }).toMatchObject({
		status,
		body: {
			code,
			details: expect.toBeOneOf([null, expect.any(String)]),
			hint: expect.toBeOneOf([null, expect.any(String)]),
			message: expect.any(String),
		},
	})
	expect(response.headers.get('cache-control')).toBe('no-store')
	expect(response.headers.get('x-request-id')).toMatch(/./)
	await shop.expectTight(response)
	expect(await shop.purchases()).toBe(before)
})
