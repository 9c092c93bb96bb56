/** What of an auth error these words are chosen by; every error of the client library has these. */
interface AuthFault {
	code?: string | undefined
	status?: number | undefined
	message: string
}

/** An auth refusal in plain words: limits in ours, everything else in the server's. */
export function wordsFor(error: AuthFault): string {
	if (error.message === 'email rate limit exceeded')
		return 'So many people are signing up that we can’t send any more emails just now. Please try again in an hour.'
	if (error.code === 'over_email_send_rate_limit') {
		return 'We sent an email to this address a moment ago. Look for it first, or ask again in a minute.'
	}
	if (error.status === 429) return 'Too many attempts. Wait a few minutes, then try again.'
	return error.message
}

const reasonWords: Readonly<Record<string, string>> = {
	characters: 'Mix letters with numbers or symbols.',
	pwned: 'It’s easy to guess, or on a list of leaked passwords. Choose another one.',
}

/** Why a password was refused, as the field's own error. */
export function wordsForWeakPassword(reasons: readonly string[], minLength: string): string {
	const ofLength = `Use at least ${minLength} characters.`
	const words = reasons.flatMap((reason) => (reason === 'length' ? ofLength : (reasonWords[reason] ?? [])))
	return words.length > 0 ? words.join(' ') : 'This password is too easy to guess. Choose another one.'
}
