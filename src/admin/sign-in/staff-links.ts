import { errorOf, unreachable } from '#admin/api/api-error.ts'
import { accessToken } from '#admin/session/access-token.ts'
import { auth } from '#admin/session/auth-client.ts'

/** Returns the token of an emailed or printed link. The token is in the fragment of the address. */
export function tokenInAddress(): string {
	return window.location.hash.slice(1)
}

export interface Invitation {
	email: string
	role: string
	hasAccount: boolean
}

/** Returns who is invited by a link. Throws an `ApiError`. */
export async function readInvitation(token: string): Promise<Invitation> {
	const body = await post('invitation', { token })
	return {
		email: String(Reflect.get(body, 'email')),
		role: String(Reflect.get(body, 'role')),
		hasAccount: Reflect.get(body, 'has_account') === true,
	}
}

/**
 * Accepts an invitation as the user who is signed in. With a password, creates a new user instead and signs them in. Throws an
 * `ApiError`.
 */
export async function acceptInvitation(token: string, password?: string): Promise<void> {
	if (password === undefined) await post('accept', { token }, await accessToken())
	else await keepSession(await post('accept', { token, password }))
}

/** Signs in with the link that the shop printed when it started. Throws an `ApiError`. */
export async function signInWithLink(token: string): Promise<void> {
	await keepSession(await post('sign-in', { token }))
}

async function keepSession(body: object): Promise<void> {
	await auth.setSession({
		access_token: String(Reflect.get(body, 'access_token')),
		refresh_token: String(Reflect.get(body, 'refresh_token')),
	})
}

async function post(name: string, body: object, bearer?: string): Promise<object> {
	const response = await fetch(`/auth/v1/staff/${name}`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
			// With this header, the Auth API returns errors in the same form as the admin's API.
			'x-supabase-api-version': '2024-01-01',
		},
		body: JSON.stringify(body),
	}).catch((): never => {
		throw unreachable()
	})
	if (!response.ok) throw await errorOf(response)
	const answer: unknown = await response.json()
	return typeof answer === 'object' && answer !== null ? answer : {}
}
