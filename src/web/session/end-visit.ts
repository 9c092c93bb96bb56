import { toast } from '#web/ui/toast.ts'
import { wordsFor } from './auth-words.ts'
import { call } from './call.ts'
import { toastFailure } from './failure-toast.tsx'
import { takeTarget } from './going-to.ts'
import type { OutsideAnswer } from './outside-answer.ts'
import { outsideWords } from './outside-words.ts'
import { sayWelcome } from './say-welcome.ts'
import { awaitsSecondStep } from './second-step.ts'
import { stepPath } from './sign-in-steps.ts'
import { hasStoredSession, storedCodeVerifier } from './stored-session.ts'

/**
 * Ends a visit to Google: signs in with the code it brought, or says why it came to nothing. Gives the page to go to; `here` is
 * the one the browser came back to, which is home unless somebody signed in already has added Google to their account.
 */
export async function endVisit(answer: OutsideAnswer, here: string): Promise<string> {
	const target = here === '/' ? takeTarget() : here
	const onFailure = hasStoredSession() || here !== '/' ? here : stepPath('/auth', target)
	if ('errorCode' in answer) {
		toast.error('Error', { description: outsideWords(answer.errorCode) })
		return onFailure
	}
	// A code without the secret of this browser is another browser's: it is left alone.
	if (storedCodeVerifier() === null) {
		toast.error('Error', { description: outsideWords('bad_oauth_state') })
		return onFailure
	}
	const isAdded = hasStoredSession()
	const { answer: exchanged, failure } = await call('/auth/v1/token?grant_type=pkce', (supabase) =>
		supabase.auth.exchangeCodeForSession(answer.code),
	)
	if (!exchanged?.data.session) {
		const words = exchanged?.error ? wordsForCode(exchanged.error) : undefined
		toastFailure('Error', failure, words ?? outsideWords(''))
		return onFailure
	}
	if (awaitsSecondStep(exchanged.data.session)) return stepPath('/auth/second-step', target)
	if (isAdded && here !== '/')
		toast.success('Google was added', { description: 'You can sign in with it from now on.' })
	else sayWelcome()
	return target
}

/** The wire's words about codes are for programs. */
function wordsForCode(error: {
	code?: string | undefined
	status?: number | undefined
	message: string
}): string {
	return error.status === 429
		? wordsFor(error)
		: outsideWords(error.code === 'user_banned' ? error.code : 'bad_oauth_state')
}
