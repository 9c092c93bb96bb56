import { z } from 'zod'
import type { Person } from '../../../e2e/people.ts'
import type { ShopProcess } from '../../../e2e/shop-process.ts'
import { addUsers, publishableKeyOf } from '../shop.ts'
import type { Answer } from './constant-rate.ts'

/** Access to the Auth API of a shop, with some of its users. */
export interface AuthClient {
	url: string
	key: string
	users: readonly Person[]
}

const sessionSchema = z.object({ refresh_token: z.string() })

export async function openAuthClient(shop: ShopProcess, databaseUrl: string): Promise<AuthClient> {
	return {
		url: `${shop.url}/auth/v1`,
		key: await publishableKeyOf(shop),
		users: await addUsers(databaseUrl, 8),
	}
}

/** Signs in one of the users. An `index` beyond the last user starts again from the first. */
export async function signIn(auth: AuthClient, index: number): Promise<Answer & { refreshToken: string }> {
	const user = auth.users[index % auth.users.length]
	const response = await post(auth, 'password', { email: user?.email, password: user?.password })
	const body: unknown = await response.json()
	return {
		status: response.status,
		retryAfter: response.headers.get('retry-after'),
		refreshToken: sessionSchema.safeParse(body).data?.refresh_token ?? '',
	}
}

async function post({ url, key }: Pick<AuthClient, 'url' | 'key'>, grant: string, body: object) {
	return await fetch(`${url}/token?grant_type=${grant}`, {
		method: 'POST',
		headers: { apikey: key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
}
