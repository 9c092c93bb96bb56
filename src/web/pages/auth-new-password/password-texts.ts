import type { Session } from '@supabase/supabase-js'
import { hasPassword, isRecovered } from '#web/session/read-session.ts'

/** Why the visitor is choosing a password. */
export type PasswordReason = 'recovery' | 'unproved-sign-up' | 'first' | 'change'

interface PasswordTexts {
	title: string
	text: string
	/** What happens if the visitor leaves without a new password; null if nothing. */
	leaving: string | null
	/** The toast once the password is set. */
	done: string
}

const signedOutElsewhere = 'Every other device has been signed out.'

export const passwordTexts: Readonly<Record<PasswordReason, PasswordTexts>> = {
	recovery: {
		title: 'Set a new password',
		text: 'Your old password no longer works, and every other device has been signed out. Choose the password you’ll use from now on.',
		leaving:
			'You’ll stay signed in on this device, but your account has no password until you set one. To sign in anywhere else, you’ll need another link by email.',
		done: signedOutElsewhere,
	},
	'unproved-sign-up': {
		title: 'Choose a password',
		text: 'Your address is confirmed and you’re signed in. You opened the link in a different browser from the one you signed up in, so we can’t tell whether the password chosen there is yours. Please choose one here; it may be the same.',
		leaving:
			'The password you signed up with doesn’t work yet. Until you choose one here, you can sign in by email.',
		done: 'You can sign in with it from now on.',
	},
	first: {
		title: 'Choose a password',
		text: 'You’re signed in. With a password you can sign in on any device.',
		leaving: 'You can keep signing in the way you did today.',
		done: 'You can sign in with it from now on.',
	},
	change: {
		title: 'Set a new password',
		text: 'Choose the password you’ll use from now on. Every other device will be signed out.',
		leaving: null,
		done: signedOutElsewhere,
	},
}

/** Returns why the visitor is choosing a password. A recovery has removed the old one. */
export function reasonFor(session: Session): PasswordReason {
	if (hasPassword(session.user)) return 'change'
	if (isRecovered(session)) return 'recovery'
	return session.user.identities?.some(({ provider }) => provider === 'email') ? 'unproved-sign-up' : 'first'
}
