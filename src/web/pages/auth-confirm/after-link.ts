import type { Session } from '@supabase/supabase-js'
import { awaitsSecondStep } from '#web/session/second-step.ts'
import { stepPath } from '#web/session/sign-in-steps.ts'
import { hasPassword } from '#web/session/user-facts.ts'
import type { LinkType } from './mail-link.ts'

interface After {
	/** What has happened, for a toast; null where the next page says it. */
	title: string | null
	description: string
	/** The page to go on to. */
	path: string
}

/** What is said and shown once a link has done its work. `target` is where the visitor was going in the end. */
export function afterLink(type: LinkType, session: Session, target: string): After {
	const path = nextPath(type, session, target)
	const signedIn = 'You are signed in.'
	switch (type) {
		case 'recovery':
			return { title: null, description: '', path }
		case 'magiclink':
			return { title: 'Welcome back!', description: 'You have been signed in successfully.', path }
		case 'email_change':
			return { title: 'Address changed', description: `${session.user.email} is yours from now on.`, path }
		default:
			return { title: 'Email confirmed', description: signedIn, path }
	}
}

function nextPath(type: LinkType, session: Session, target: string): string {
	const needsPassword = type === 'recovery' || (isSignUp(type) && !hasPassword(session.user))
	if (awaitsSecondStep(session))
		return stepPath('/auth/second-step', type === 'recovery' ? '/auth/new-password' : target)
	if (needsPassword) return stepPath('/auth/new-password', target)
	return type === 'email_change' ? '/account' : target
}

function isSignUp(type: LinkType): boolean {
	return type === 'signup' || type === 'email' || type === 'invite'
}
