const words: ReadonlyMap<string, string> = new Map([
	['access_denied', 'You came back without signing in with Google. Try again, or use your email.'],
	[
		'provider_email_needs_verification',
		'Google has not verified the email address of that account. Verify it there first, or sign up here with your email.',
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
	['bad_oauth_callback', 'Signing in with Google did not work. Please try again.'],
	['over_request_rate_limit', 'Too many attempts. Wait a few minutes, then try again.'],
	['session_not_found', 'You’ve been signed out, so nothing was changed. Sign in and try again.'],
])

/** Plain words for an error code. Never what an address says, since anybody can write one. */
export function outsideWords(errorCode: string): string {
	return words.get(errorCode) ?? 'An unexpected error occurred. Please try again.'
}
