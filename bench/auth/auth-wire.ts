import { z } from 'zod'
import type { Person } from '../../e2e/people.ts'
import type { ShopProcess } from '../../e2e/shop-process.ts'
import { addPeople } from '../add-people.ts'
import { publishableKeyOf } from '../publishable-key.ts'
import type { Answer } from './offered.ts'

/** The auth wire of a shop, and people with accounts there. */
export interface AuthWire {
	url: string
	key: string
	people: readonly Person[]
}

const sessionSchema = z.object({ refresh_token: z.string() })

export async function openAuthWire(shop: ShopProcess, databaseUrl: string): Promise<AuthWire> {
	return {
		url: `${shop.url}/auth/v1`,
		key: await publishableKeyOf(shop),
		people: await addPeople(databaseUrl, 8),
	}
}

/** One of the people signs in, by their place in turn. */
export async function signIn(wire: AuthWire, index: number): Promise<Answer & { refreshToken: string }> {
	const person = wire.people[index % wire.people.length]
	const response = await post(wire, 'password', { email: person?.email, password: person?.password })
	const body: unknown = await response.json()
	return {
		status: response.status,
		retryAfter: response.headers.get('retry-after'),
		refreshToken: sessionSchema.safeParse(body).data?.refresh_token ?? '',
	}
}

/** The token after this one; undefined where there was none. `url` is a shop's auth wire or a baseline's. */
export async function refresh(
	wire: Pick<AuthWire, 'url' | 'key'>,
	refreshToken: string,
): Promise<string | undefined> {
	const response = await post(wire, 'refresh_token', { refresh_token: refreshToken })
	return sessionSchema.safeParse(await response.json()).data?.refresh_token
}

async function post({ url, key }: Pick<AuthWire, 'url' | 'key'>, grant: string, body: object) {
	return await fetch(`${url}/token?grant_type=${grant}`, {
		method: 'POST',
		headers: { apikey: key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
}
