import { call } from '#web/session/call.ts'
import { type Failure, watchedFetch } from '#web/session/failed-requests.ts'
import { publishableKey } from '#web/site/site-settings.ts'

export type AccountAnswer =
	| { kind: 'done'; text: string }
	/** The sign-in isn’t recent enough, so the user has to reauthenticate first. */
	| { kind: 'stale' }
	| { kind: 'refused'; code: string | null; failure: Failure }

/** Calls one of our own account endpoints, for which the client library has no method. Never rejects. */
export async function callAccount(
	path: 'sessions' | 'proof' | 'export' | 'delete',
	body?: object,
): Promise<AccountAnswer> {
	const { answer, failure } = await call(`/auth/v1/account/${path}`, async (supabase) => {
		const { data } = await supabase.auth.getSession()
		return await watchedFetch(`/auth/v1/account/${path}`, {
			headers: {
				apikey: publishableKey(),
				authorization: `Bearer ${data.session?.access_token ?? ''}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
		})
	})
	if (answer === null) return { kind: 'refused', code: null, failure }
	if (answer.ok) return { kind: 'done', text: await answer.text() }
	const code = answer.headers.get('x-sb-error-code')
	return code === 'reauthentication_needed' ? { kind: 'stale' } : { kind: 'refused', code, failure }
}
