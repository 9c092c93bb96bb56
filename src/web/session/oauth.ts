import type { User } from '@supabase/supabase-js'
import { isWaitingPath, slugIn } from '#shared/paths.ts'
import { tabStorage } from '#web/ui/browser-storage.ts'
import { toast, tooOftenMessage } from '#web/ui/toast.ts'
import { type AuthFailure, messageFor } from './auth-messages.ts'
import { takeTarget } from './begin-oauth.ts'
import { call } from './call.ts'
import { awaitsSecondStep } from './read-session.ts'
import { replaceSession } from './replace-session.ts'
import { stepPath } from './sign-in-paths.ts'
import { hasCodeVerifier, hasStoredSession } from './stored-session.ts'
import { offerPasskey, toastFailure, toastWelcome } from './toasts.tsx'

/** What the address says after the browser has returned from an OAuth provider such as Google. */
export type OAuthAnswer = { code: string } | { errorCode: string }

const parameters = ['code', 'error', 'error_code', 'error_description'] as const

/** Returns the provider's or the Auth API's answer in an address, and the rest of the address. Returns null if there is no answer. */
export function readOAuthAnswer(address: URL): { answer: OAuthAnswer; rest: string } | null {
	const { searchParams: query } = address
	// On the page of a guide it is a discount code. No provider leads back to such a page.
	const code = slugIn(address.pathname) === null ? query.get('code') : null
	// The Auth API repeats errors in the fragment, and says only there that an emailed link has ended.
	const inFragment = new URLSearchParams(address.hash.slice(1)).get('error_code')
	const errorCode = query.get('error_code') ?? query.get('error') ?? inFragment
	if (code === null && errorCode === null) return null
	const rest = new URL(address)
	for (const parameter of parameters) rest.searchParams.delete(parameter)
	if (inFragment !== null) rest.hash = ''
	const path = rest.pathname + rest.search + rest.hash
	return { answer: errorCode === null ? { code: code ?? '' } : { errorCode }, rest: path }
}

/**
 * Signs in with the code that Google sent back, or shows why that failed. Returns the page to go to. `here` is the page that
 * the browser returned to: the home page, unless a signed-in user has added Google to their account.
 */
export async function finishOAuth(answer: OAuthAnswer, here: string): Promise<string> {
	const target = here === '/' ? takeTarget() : here
	const onFailure = hasStoredSession() || here !== '/' ? here : stepPath('/auth', target)
	// A code that was requested in another browser is not used.
	const errorCode =
		'errorCode' in answer ? answer.errorCode : hasCodeVerifier() ? undefined : 'bad_oauth_state'
	if (errorCode !== undefined || !('code' in answer)) {
		toast.error('Error', { description: oauthMessage(errorCode ?? ''), forNextPage: true })
		return onFailure
	}
	const isAdded = hasStoredSession()
	const { answer: exchanged, failure } = await call('/auth/v1/token?grant_type=pkce', (supabase) =>
		replaceSession(supabase, () => supabase.auth.exchangeCodeForSession(answer.code)),
	)
	if (!exchanged?.data.session) {
		const message = exchanged?.error ? messageForCode(exchanged.error) : undefined
		toastFailure('Error', failure, message ?? oauthMessage(''), { forNextPage: true })
		return onFailure
	}
	if (awaitsSecondStep(exchanged.data.session)) return stepPath('/auth/second-step', target)
	if (isAdded && here !== '/')
		toast.success('Google was added', { description: 'You can sign in with it from now on.' })
	else if (!isNew(exchanged.data.session.user)) toastWelcome(target)
	else if (!isWaitingPath(target)) {
		toast.success('Your account is ready', { description: 'You’re signed in.' })
		offerPasskey(target)
	}
	return target
}

/**
 * Returns whether the account was made by this sign-in. Nobody new is welcomed back, and the page of a waiting guide says by itself
 * that it is theirs.
 */
function isNew({ created_at, last_sign_in_at }: User): boolean {
	return Date.parse(last_sign_in_at ?? '') - Date.parse(created_at) < newForMs
}

const newForMs = 10_000

/** Returns the message for a failed code. The Auth API's own messages about codes are for programmers. */
function messageForCode(error: AuthFailure): string {
	if (error.status === 429) return messageFor(error)
	return oauthMessage(error.code === 'user_banned' ? error.code : 'bad_oauth_state')
}

const messages: ReadonlyMap<string, string> = new Map([
	['access_denied', 'You came back without signing in with Google. Try again, or use your email.'],
	[
		'provider_email_needs_verification',
		'Google hasn’t verified the email address of that account. Verify it there first, or sign up here with your email.',
	],
	['user_banned', 'This account has been closed. Write to us if you think that’s a mistake.'],
	['signup_disabled', 'You can’t create a new account at the moment.'],
	[
		'identity_already_exists',
		'That Google account already belongs to an account here. Choose another one, or sign in with it.',
	],
	[
		'bad_oauth_state',
		'Signing in with Google took too long, or it began in another browser. Please try again.',
	],
	['unavailable', 'Google isn’t responding just now. Try again in a moment, or use your email.'],
	['bad_oauth_callback', 'Signing in with Google didn’t work. Please try again.'],
	['over_request_rate_limit', tooOftenMessage],
	['otp_expired', 'That link has ended or has been used. Ask for a new one.'],
	['session_not_found', 'You’ve been signed out, so nothing was changed. Sign in and try again.'],
])

const tryAgainThere =
	'Signing in at your university took too long, or it began in another browser. Please try again.'
const didNotWork = 'Signing in at your university didn’t work. Try again, or use your email.'

/** The messages that differ after a sign-in at a university. */
const universityMessages: ReadonlyMap<string, string> = new Map([
	['access_denied', 'You came back without signing in at your university. Try again, or use your email.'],
	[
		'provider_email_needs_verification',
		'Your university gave us an address that isn’t one of its own. Sign in with your email instead.',
	],
	[
		'saml_assertion_no_email',
		'Your university didn’t tell us your email address. Sign in with your email instead.',
	],
	['saml_relay_state_not_found', tryAgainThere],
	['saml_relay_state_expired', tryAgainThere],
	['bad_oauth_state', tryAgainThere],
	['saml_assertion_no_user_id', didNotWork],
	['validation_failed', didNotWork],
	['sso_provider_disabled', didNotWork],
])

/** Returns the message for an error code. Never shows text from the address, which anyone can write. */
export function oauthMessage(errorCode: string): string {
	const atUniversity = takeUniversity() ? universityMessages.get(errorCode) : undefined
	return atUniversity ?? messages.get(errorCode) ?? 'An unexpected error occurred. Please try again.'
}

const universityKey = 'headstart-at-university'
/** The longest time that a sign-in elsewhere takes, in milliseconds. */
const longestMs = 540_000

/** Stores, in this tab, that the browser is being sent to a university to sign in. */
export function rememberUniversity(): void {
	tabStorage.write(universityKey, String(Date.now()))
}

/** Returns whether the browser has just come back from a university. Deletes what `rememberUniversity` stored. */
function takeUniversity(): boolean {
	const since = Number(tabStorage.read(universityKey) ?? 0)
	tabStorage.remove(universityKey)
	return Date.now() - since < longestMs
}
