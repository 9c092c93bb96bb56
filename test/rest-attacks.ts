import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { signedInClient } from '#test/clients.ts'
import { pastPolicies } from '#test/past-policies.ts'
import { createWorld, type World } from '#test/world.ts'

/** One request on the REST wire. */
export interface Call {
	method?: string
	path: string
	headers?: Record<string, string>
	/** JSON unless a string. */
	body?: unknown
	/** The publishable key alone where undefined. */
	as?: 'ada' | 'ben'
}

/** A shop in which Ada tries what she should not, and Ben has what she is after. */
export interface AttackedShop {
	world: World
	/** The people, and Ben's completed and Ada's refunded and open purchases. */
	id: Record<'ada' | 'ben' | 'benPurchase' | 'adaPurchase' | 'adaOpen', string>
	call(call: Call): Promise<Response>
	/** A sum over every purchase, to see that an attack changed none. */
	purchases(): Promise<string>
	/** The answer holds nothing of Ben's, and nothing of how the server is made. */
	expectTight(response: Response): Promise<void>
}

export async function createAttackedShop(): Promise<AttackedShop> {
	const world = await createWorld()
	const token = { ada: '', ben: '' }
	const id = { ada: '', ben: '', benPurchase: '', adaPurchase: '', adaOpen: '' }
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

	/** Fills `{ben}` and its like in an address or body with the ids of this run. */
	const filled = (text: string) =>
		Object.entries(id).reduce((sofar, [name, value]) => sofar.replaceAll(`{${name}}`, value), text)

	return {
		world,
		id,
		call: async ({ method = 'GET', path, headers, body, as }) =>
			await fetch(`${world.url}/rest/v1${filled(path)}`, {
				method,
				headers: {
					apikey: world.keys.publishableKey,
					...(as === undefined ? {} : { authorization: `Bearer ${token[as]}` }),
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
					...headers,
				},
				...(body === undefined
					? {}
					: { body: filled(typeof body === 'string' ? body : JSON.stringify(body)) }),
			}),
		purchases: async () => {
			const rows = await pastPolicies(world, 'select * from public.purchases order by id')
			return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
		},
		expectTight: async (response) => {
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
		},
	}
}

/** An honest taking of a free guide by Ada, as a body. */
export const free = {
	user_id: '{ada}',
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
}

/** The same with something changed in it. */
export const insert = (change: object, more: Partial<Call> = {}): Call => ({
	method: 'POST',
	path: '/purchases',
	as: 'ada',
	body: { ...free, ...change },
	...more,
})

export const patch = (path: string, body: unknown): Call => ({ method: 'PATCH', path, as: 'ada', body })
