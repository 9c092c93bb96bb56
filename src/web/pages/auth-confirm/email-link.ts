import type { Session } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import { post } from '#web/session/call-function.ts'
import { awaitsSecondStep, hasPassword } from '#web/session/read-session.ts'
import { replaceSession } from '#web/session/replace-session.ts'
import { recoveryStepPath, stepPath } from '#web/session/sign-in-paths.ts'
import {
	forgetAddressProof,
	forgetSignUpProof,
	readAddressProof,
	readSignUpProof,
} from '#web/session/stored-session.ts'
import { toastFailure, toastUnexpected } from '#web/session/toasts.tsx'
import { tooOftenMessage } from '#web/ui/toast.ts'

/** The types of links in our emails: those of the Auth API, and one of our own, which keeps two-step verification on. */
const linkTypes = [
	'signup',
	'email',
	'invite',
	'magiclink',
	'recovery',
	'email_change',
	'keep_factors',
] as const
export type LinkType = (typeof linkTypes)[number]

interface EmailedLink {
	tokenHash: string
	type: LinkType
}

/** Returns the emailed link in an address's query; null if a part is missing, for example because the link was copied by hand. */
export function readEmailedLink(query: URLSearchParams): EmailedLink | null {
	const tokenHash = query.get('token_hash')
	const type = linkTypes.find((known) => known === query.get('type'))
	return tokenHash && type ? { tokenHash, type } : null
}

/** Returns whether a link of this type signs the visitor in. If so, they continue to the page that they wanted. */
export function signsIn(type: LinkType): boolean {
	return type !== 'email_change' && type !== 'keep_factors'
}

interface LinkTexts {
	title: string
	text: string
	button: string
	busyLabel: string
}

const confirm: LinkTexts = {
	title: 'Confirm your email',
	text: 'Press the button to confirm your email. You’ll be signed in on this device.',
	button: 'Confirm my email',
	busyLabel: 'Confirming...',
}

/** The texts of the page, by the type of the link that opened it. */
export const linkTexts: Readonly<Record<LinkType, LinkTexts>> = {
	signup: confirm,
	email: confirm,
	invite: {
		title: 'Accept your invitation',
		text: 'Press the button to confirm your email and sign in on this device. Then you choose a password.',
		button: 'Accept',
		busyLabel: 'Accepting...',
	},
	magiclink: {
		title: 'Sign in',
		text: 'Press the button to sign in on this device.',
		button: 'Sign me in',
		busyLabel: 'Signing in...',
	},
	recovery: {
		title: 'Set a new password',
		text: 'When you press the button, your old password stops working, any passkeys are removed and every other device is signed out. Then you choose a new password.',
		button: 'Set a new password',
		busyLabel: 'Opening...',
	},
	keep_factors: {
		title: 'Keep two-step verification on',
		text: 'Press the button if you set it up yourself. It stays on, and signing in still asks for it.',
		button: 'Keep it on',
		busyLabel: 'Saving...',
	},
	email_change: {
		title: 'Confirm the new address',
		text: 'Press the button if you asked for this change. You need to confirm it from both mailboxes, in either order.',
		button: 'Confirm the new address',
		busyLabel: 'Confirming...',
	},
}

type Verified =
	| { kind: 'signed-in'; session: Session }
	/** A change of address has been confirmed from one mailbox, but not yet from the other. */
	| { kind: 'half' }
	/** The address has changed, but this browser didn't ask for the change, so it isn't signed in. */
	| { kind: 'elsewhere' }
	/** Two-step verification stays on. */
	| { kind: 'kept' }
	/** The link has been used or has expired. */
	| { kind: 'dead' }
	| { kind: 'failed' }

/** Applies an emailed link. If that fails for a reason other than the link itself, shows a toast. */
export async function verifyLink({ type, tokenHash }: EmailedLink): Promise<Verified> {
	if (type === 'keep_factors') return await keepFactors(tokenHash)
	// Proves to the server that this browser made the sign-up, or asked for the change. A password that somebody else chose must
	// never become valid.
	const code_verifier = type === 'email_change' ? readAddressProof() : readSignUpProof()
	const proved = { token_hash: tokenHash, type, code_verifier }
	const { answer, failure } = await call('/auth/v1/verify', (supabase) =>
		replaceSession(supabase, () => supabase.auth.verifyOtp(proved)),
	)
	const error = answer?.error
	if (error === null) {
		if (isSignUp(type)) forgetSignUpProof()
		const { session, user } = answer?.data ?? {}
		if (session) {
			if (type === 'email_change') forgetAddressProof()
			return { kind: 'signed-in', session }
		}
		// The client library passes on a message without a session as if it were the user.
		return { kind: user && 'is_changed' in user ? 'elsewhere' : 'half' }
	}
	const status = error?.status ?? 0
	if (status === 429) {
		toastFailure('Not confirmed yet', failure, tooOftenMessage)
		return { kind: 'failed' }
	}
	if (error?.code === 'user_banned') {
		toastFailure(
			'Account closed',
			failure,
			'This account has been closed. Write to us if that’s a mistake.',
			{
				contact: true,
			},
		)
		return { kind: 'failed' }
	}
	if (error?.code === 'email_exists') {
		toastFailure('Address taken', failure, 'Another account uses this address now. Yours stays as it is.')
		return { kind: 'dead' }
	}
	if (status >= 400 && status < 500) return { kind: 'dead' }
	toastUnexpected(failure)
	return { kind: 'failed' }
}

/** Cancels the scheduled removal of a second factor. The token is enough. */
async function keepFactors(token: string): Promise<{ kind: 'kept' | 'dead' | 'failed' }> {
	const { status, failure } = await post('/auth/v1/account/keep-factors', { token })
	if (status === 200) return { kind: 'kept' }
	if (status === 403) return { kind: 'dead' }
	toastFailure('Not saved yet', failure, 'Please try again in a moment.')
	return { kind: 'failed' }
}

interface After {
	/** The toast; null if the next page explains what happened. */
	title: string | null
	description: string
	path: string
}

/** Returns the toast and the next page once a link has been used. `target` is the page that the visitor wanted. */
export function afterLink(type: LinkType, session: Session, target: string): After {
	const path = nextPath(type, session, target)
	const signedIn = 'You’re signed in.'
	switch (type) {
		case 'recovery':
			return { title: null, description: '', path }
		case 'magiclink':
			return { title: 'Welcome back!', description: 'You have been signed in successfully.', path }
		case 'email_change':
			return { title: 'Address changed', description: `Your account now uses ${session.user.email}.`, path }
		default:
			return { title: 'Email confirmed', description: signedIn, path }
	}
}

function nextPath(type: LinkType, session: Session, target: string): string {
	const needsPassword = type === 'recovery' || (isSignUp(type) && !hasPassword(session.user))
	if (awaitsSecondStep(session))
		return type === 'recovery' ? recoveryStepPath(target) : stepPath('/auth/second-step', target)
	if (needsPassword) return stepPath('/auth/new-password', target)
	return type === 'email_change' ? '/account' : target
}

function isSignUp(type: LinkType): boolean {
	return type === 'signup' || type === 'email' || type === 'invite'
}
