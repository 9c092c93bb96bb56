import { useLocation } from 'react-router'
import { signUpPath, stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { useQuery } from '#web/session/use-query.ts'

/** Returns the addresses of the sign-in and the sign-up form. While the visitor is signing in, both lead on to where they were going. */
export function useAuthPaths(): { signIn: string; signUp: string } {
	const isStep = useLocation().pathname.startsWith('/auth')
	const target = targetOf(useQuery())
	const from = isStep ? target : '/'
	return { signIn: stepPath('/auth', from), signUp: signUpPath(from) }
}
