import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createWorld, type World } from '#test/world.ts'

/** One request to the REST API. */
export interface Call {
	method?: string
	path: string
	headers?: Record<string, string>
	/** JSON unless a string. */
	body?: unknown
	/** If undefined, only the publishable key is sent. */
	as?: 'ada' | 'ben'
}

/** A shop in which Ada is the attacker and Ben the victim. */
export interface AttackedShop {
	world: World
	/** The ids of both users, of Ben's completed purchase, and of Ada's refunded and pending ones. */
	id: Record<'ada' | 'ben' | 'benPurchase' | 'adaPurchase' | 'adaOpen', string>
	call(call: Call): Promise<Response>
	/** Returns one hash of all purchases, to check that an attack has changed none. */
	purchases(): Promise<string>
	/** Checks that a response reveals nothing about Ben and no internals of the server. */
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
		const row = await one(
			world.database,
			sql`
			insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id)
			values (${user}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, ${status}, ${session}) returning id`,
			idRow,
		)
		return row.id
	}
	id.benPurchase = await insert(id.ben, 'completed', 'cs_ben_secret')
	id.adaOpen = await insert(id.ada, 'pending', 'cs_ada_open')
	id.adaPurchase = await insert(id.ada, 'refunded', 'cs_ada_old')

	/** Replaces `{ben}` and the like in a path or body with the ids of this run. */
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
			const rows = await runAsSuperuser(world, 'select * from public.purchases order by id')
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

/** The body of a legitimate request by Ada to take a free guide. */
export const free = {
	user_id: '{ada}',
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
}

/** Makes that request with some values changed. */
export const insert = (change: object, more: Partial<Call> = {}): Call => ({
	method: 'POST',
	path: '/purchases',
	as: 'ada',
	body: { ...free, ...change },
	...more,
})

export const patch = (path: string, body: unknown): Call => ({ method: 'PATCH', path, as: 'ada', body })
