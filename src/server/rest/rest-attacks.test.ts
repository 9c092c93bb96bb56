import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { pastPolicies } from '#test/past-policies.ts'
import { signedInClient } from '#test/people.ts'
import { createWorld, type World } from '#test/world.ts'

// What somebody would try who wants another's data or a guide for nothing, each beside the honest call it resembles.
let world: World
const token = { ada: '', ben: '' }
const id = { ada: '', ben: '', benPurchase: '', benOpen: '', adaPurchase: '', adaOpen: '' }

beforeAll(async () => {
	world = await createWorld()
	for (const name of ['ada', 'ben'] as const) {
		const { data } = await (await signedInClient(world)).auth.getSession()
		token[name] = data.session?.access_token ?? ''
		id[name] = data.session?.user.id ?? ''
	}
	const insert = async (user: string, status: string, session: string) => {
		const [row] = await world.database.query<{ id: string }>(sql`
			insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id)
			values (${user}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, ${status}, ${session}) returning id`)
		return row?.id ?? ''
	}
	id.benPurchase = await insert(id.ben, 'completed', 'cs_ben_secret')
	id.adaOpen = await insert(id.ada, 'pending', 'cs_ada_open')
	id.adaPurchase = await insert(id.ada, 'refunded', 'cs_ada_old')
})
afterAll(async () => await world.close())

interface Call {
	method?: string
	path: string
	headers?: Record<string, string>
	/** JSON unless a string. */
	body?: unknown
	/** The publishable key alone where undefined. */
	as?: 'ada' | 'ben'
}

/** Fills `{ben}` and its like in an address or body with the ids of this run. */
function filled(text: string): string {
	return Object.entries(id).reduce((sofar, [name, value]) => sofar.replaceAll(`{${name}}`, value), text)
}

async function call({ method = 'GET', path, headers, body, as }: Call): Promise<Response> {
	return await fetch(`${world.url}/rest/v1${filled(path)}`, {
		method,
		headers: {
			apikey: world.keys.publishableKey,
			...(as === undefined ? {} : { authorization: `Bearer ${token[as]}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(body === undefined ? {} : { body: filled(typeof body === 'string' ? body : JSON.stringify(body)) }),
	})
}

/** A sum over every purchase, to see that an attack changed none. */
async function purchases(): Promise<string> {
	const rows = await pastPolicies(world, 'select * from public.purchases order by id')
	return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

/** The answer holds nothing of Ben's, and nothing of how the server is made. */
async function expectTight(response: Response): Promise<void> {
	const text = JSON.stringify([...response.headers]) + (await response.text())
	for (const secret of [
		id.benPurchase,
		'cs_ben_secret',
		'node_modules',
		'at async',
		'/src/',
		'SELECT ',
		'select ',
		'json_agg',
		'shop_api',
	]) {
		expect(text).not.toContain(secret)
	}
}

const free = {
	user_id: '{ada}',
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
}
const insert = (change: object, more: Partial<Call> = {}): Call => ({
	method: 'POST',
	path: '/purchases',
	as: 'ada',
	body: { ...free, ...change },
	...more,
})
const patch = (path: string, body: unknown): Call => ({ method: 'PATCH', path, as: 'ada', body })

const refused: [string, Call, number, string][] = [
	['a stranger reads purchases', { path: '/purchases' }, 401, '42501'],
	['a stranger inserts', { method: 'POST', path: '/purchases', body: free }, 401, '42501'],
	[
		'a stranger updates',
		{ method: 'PATCH', path: '/purchases?id=eq.{benPurchase}', body: { status: 'completed' } },
		401,
		'42501',
	],
	['a stranger deletes', { method: 'DELETE', path: '/purchases' }, 401, '42501'],
	['a stranger writes a product', { method: 'POST', path: '/products', body: { id: '8' } }, 401, '42501'],
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
	['a free guide in another state', insert({ status: 'refunded' }), 403, '42501'],
	['a state nobody knows', insert({ status: 'mine' }), 403, '42501'],
	['a row in another’s name', insert({ user_id: '{ben}' }), 403, '42501'],
	['a row in nobody’s name', insert({ user_id: null }), 403, '42501'],
	['a row with a payment session', insert({ stripe_session_id: 'cs_mine' }), 403, '42501'],
	['a row with an id', insert({ id: '{benPurchase}' }), 403, '42501'],
	['a row with a date', insert({ created_at: '2020-01-01' }), 403, '42501'],
	['a row with a catalogue id', insert({ catalogue_id: '2' }), 403, '42501'],
	['a column that is not shown', insert({ price_pence: 0 }), 400, 'PGRST204'],
	['a column that is not there', insert({ is_admin: true }), 400, 'PGRST204'],
	['a column by an odd name', insert({ 'a"; drop table x; --': 1 }), 400, 'PGRST204'],
	['a user id that is none', insert({ user_id: 'x' }), 400, '22P02'],
	['a price beyond numbers', { ...insert({}), body: `{"product_id":"1","price":1e999}` }, 400, '22003'],
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
		'asking by ignored duplicates for an id that exists',
		insert({ id: '{benPurchase}' }, { headers: { prefer: 'resolution=ignore-duplicates' } }),
		403,
		'42501',
	],
	[
		'asking by ignored duplicates for one that does not',
		insert(
			{ id: '33333333-3333-4333-8333-333333333333' },
			{ headers: { prefer: 'resolution=ignore-duplicates' } },
		),
		403,
		'42501',
	],
	[
		'conflict on a session',
		insert({}, { headers: { prefer: 'resolution=ignore-duplicates' }, path: '/purchases?on_conflict=nope' }),
		400,
		'PGRST204',
	],
	[
		'conflict on a column that is not unique',
		insert(
			{},
			{ headers: { prefer: 'resolution=ignore-duplicates' }, path: '/purchases?on_conflict=status' },
		),
		400,
		'42P10',
	],
	[
		'the whole row by PUT',
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
		'deleting one’s own',
		{ method: 'DELETE', path: '/purchases?id=eq.{adaPurchase}', as: 'ada' },
		403,
		'42501',
	],
	['deleting all', { method: 'DELETE', path: '/purchases', as: 'ada' }, 403, '42501'],
	['changing the price', patch('/purchases?id=eq.{adaOpen}', { price: 0 }), 403, '42501'],
	['changing the buyer', patch('/purchases?id=eq.{benPurchase}', { user_id: '{ada}' }), 403, '42501'],
	[
		'changing the product',
		patch('/purchases?id=eq.{adaPurchase}', { product_id: 'prod_cv_secrets', catalogue_id: '2' }),
		403,
		'42501',
	],
	['changing the currency', patch('/purchases', { currency: 'JPY' }), 403, '42501'],
	['changing the session', patch('/purchases', { stripe_session_id: 'cs_ben_secret' }), 403, '42501'],
	['an update cut short', patch('/purchases?limit=1', { status: 'completed' }), 400, 'PGRST100'],
	['an update of a list', patch('/purchases', [{ status: 'completed' }]), 400, 'PGRST102'],
	['writing a product', patch('/products?id=eq.2', { price: 0 }), 403, '42501'],
	[
		'another schema to read',
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
		'the catalogue of the database',
		{ path: '/pg_roles', as: 'ada', headers: { 'accept-profile': 'pg_catalog' } },
		406,
		'PGRST106',
	],
	['another schema to write', insert({}, { headers: { 'content-profile': 'shop' } }), 406, 'PGRST106'],
	['a table of another schema', { path: '/auth.users', as: 'ada' }, 404, 'PGRST205'],
	['a table behind the wire', { path: '/purchase_history', as: 'ada' }, 404, 'PGRST205'],
	[
		'a query plan',
		{ path: '/purchases', as: 'ada', headers: { accept: 'application/vnd.pgrst.plan+json' } },
		406,
		'PGRST107',
	],
	['a description of everything', { path: '/', as: 'ada' }, 404, 'PGRST125'],
	['a description of everything, by a stranger', { path: '/' }, 404, 'PGRST125'],
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
	['rows from before the first', { path: '/purchases?limit=-1', as: 'ada' }, 416, 'PGRST103'],
	[
		'a range that runs backwards',
		{ path: '/purchases', as: 'ada', headers: { range: '9-1' } },
		416,
		'PGRST103',
	],
	[
		'rows from beyond the last',
		{ path: '/products?offset=100', headers: { prefer: 'count=exact' } },
		416,
		'PGRST103',
	],
	['an order that is SQL', { path: '/purchases?order=id;drop table purchases', as: 'ada' }, 400, 'PGRST100'],
	[
		'strict handling of nonsense',
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
	['no body', insert({}, { body: '' }), 400, 'PGRST102'],
	['a body that is a number', insert({}, { body: '7' }), 400, 'PGRST102'],
	[
		'a body nested a hundred thousand deep',
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
	['rows of different keys', insert({}, { body: [free, { product_id: '1' }] }), 400, 'PGRST102'],
	['a body beyond the limit', insert({ product_name: 'x'.repeat(300_000) }), 413, 'request_entity_too_large'],
	[
		'a query beyond the limit',
		{ path: `/purchases?product_name=eq.${'a'.repeat(9_000)}`, as: 'ada' },
		414,
		'PGRST100',
	],
	['five thousand conditions', { path: `/purchases?${'id=eq.1&'.repeat(900)}`, as: 'ada' }, 400, 'PGRST100'],
	['a token in the address', { path: '/purchases?access_token=x&apikey=x' }, 400, '42703'],
	[
		'a bearer that is no token',
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
	const before = await purchases()
	const response = await call(attack)
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
	await expectTight(response)
	expect(await purchases()).toBe(before)
})

const harmless: [string, Call, unknown][] = [
	['another’s purchases', { path: '/purchases?user_id=eq.{ben}', as: 'ada' }, []],
	['another’s session', { path: '/purchases?stripe_session_id=eq.cs_ben_secret', as: 'ada' }, []],
	['everything but one’s own', { path: '/purchases?user_id=neq.{ada}', as: 'ada' }, []],
	['either of two', { path: '/purchases?or=(user_id.eq.{ben},status.eq.completed)', as: 'ada' }, []],
	['a bracket in a value', { path: '/purchases?product_name=eq.x)%26or=(1.eq.1', as: 'ada' }, []],
	['a quote in a value', { path: "/purchases?product_name=eq.'%20or%20'1'='1", as: 'ada' }, []],
	['a comment in a value', { path: '/purchases?product_name=eq.--%20%2F*', as: 'ada' }, []],
	['a dollar in a value', { path: '/purchases?product_name=eq.%24%24%241', as: 'ada' }, []],
	['a million rows', { path: '/purchases?limit=1000000000&status=eq.held', as: 'ada' }, []],
	[
		'an update of another’s row',
		{
			...patch('/purchases?id=eq.{benPurchase}', { status: 'completed' }),
			headers: { prefer: 'return=representation' },
		},
		[],
	],
	[
		'an update without a filter',
		{ ...patch('/purchases', { status: 'completed' }), headers: { prefer: 'return=representation' } },
		[],
	],
	[
		'completing one’s refunded row',
		{
			...patch('/purchases?id=eq.{adaPurchase}', { status: 'completed' }),
			headers: { prefer: 'return=representation' },
		},
		[],
	],
	['an empty update', { ...patch('/purchases', {}), headers: { prefer: 'return=representation' } }, []],
]

test.each(harmless)('%s finds and changes nothing', async (_, attack, rows) => {
	const before = await purchases()
	const response = await call(attack)
	expect(response.status).toBe(200)
	expect(await response.clone().json()).toEqual(rows)
	await expectTight(response)
	expect(await purchases()).toBe(before)
})

test('the completed row that nobody else may touch is its buyer’s to read', async () => {
	const response = await call({ path: '/purchases?user_id=eq.{ben}&select=id,stripe_session_id', as: 'ben' })
	expect(await response.json()).toEqual([{ id: id.benPurchase, stripe_session_id: 'cs_ben_secret' }])
})

test.each(['refunded', '', null, ['completed'], { a: 1 }])(
	'one’s completed row cannot be set to %j',
	async (status) => {
		const before = await purchases()
		const response = await call({
			method: 'PATCH',
			path: '/purchases?id=eq.{benPurchase}',
			as: 'ben',
			body: { status },
		})
		expect([400, 403]).toContain(response.status)
		expect(await purchases()).toBe(before)
	},
)

test('asking for an id by ignored duplicates is answered alike whether it exists or not', async () => {
	const ask = async (rowId: string) =>
		await (await call(insert({ id: rowId }, { headers: { prefer: 'resolution=ignore-duplicates' } }))).text()
	expect(await ask('{benPurchase}')).toBe(await ask('33333333-3333-4333-8333-333333333333'))
})

test('twenty takings of one guide at once make one row', async () => {
	const answers = await Promise.all(Array.from({ length: 20 }, () => call(insert({}))))
	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
	expect(
		await (await call({ path: '/purchases?status=eq.completed&select=catalogue_id', as: 'ada' })).json(),
	).toEqual([{ catalogue_id: '1' }])
})

test('a token signed with the publishable key, or claiming to be the server, is refused', async () => {
	const forge = async (key: string, role: string) =>
		await new SignJWT({ role, session_id: id.ada, aal: 'aal1', email: '' })
			.setProtectedHeader({ alg: 'HS256' })
			.setSubject(id.ada)
			.setAudience('authenticated')
			.setIssuer(`${world.url}/auth/v1`)
			.setIssuedAt()
			.setExpirationTime('1h')
			.sign(new TextEncoder().encode(key))
	for (const key of [world.keys.publishableKey, world.keys.storageSigningKey]) {
		for (const role of ['authenticated', 'service_role', 'shop_jobs']) {
			const response = await call({
				path: '/purchases',
				headers: { authorization: `Bearer ${await forge(key, role)}` },
			})
			expect(response.status).toBe(401)
		}
	}
	expect((await call({ path: '/purchases', as: 'ada' })).status).toBe(200)
})

test('nothing a stranger sends as a condition makes a fault', async () => {
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
	const headers = { apikey: world.keys.publishableKey }
	for (const column of columns) {
		for (const prefix of ['', 'eq.', 'in.(', 'in.("', 'is.', '(title.eq.']) {
			const asked = texts.map((text) => `/rest/v1/products?${column}=${prefix}${text}`)
			const responses = await Promise.all(asked.map((path) => world.request(path, { headers })))
			expect(responses.filter(({ status }) => status >= 500)).toEqual([])
		}
	}
})

describe('HEAD and OPTIONS', () => {
	test('HEAD is judged as GET is, without a body', async () => {
		const head = (as?: 'ada') =>
			call({ method: 'HEAD', path: '/purchases', ...(as === undefined ? {} : { as }) })
		expect((await head()).status).toBe(401)
		expect((await head('ada')).status).toBe(200)
		expect(await (await head('ada')).text()).toBe('')
	})

	test('a page of another site may ask, but gets no credentials with it', async () => {
		const response = await fetch(`${world.url}/rest/v1/purchases`, {
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
