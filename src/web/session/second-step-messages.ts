/** Our own pages may answer from any network. The API says this to other clients, and a server of an earlier release to all. */
export const connectionChanged = 'Your connection changed in between. Please try again.'

/** Returns why a texted code can’t be accepted any more, whatever is typed; undefined if the error has another reason. */
export function needsNewText(code: string | undefined): string | undefined {
	if (code === 'mfa_ip_address_mismatch')
		return 'Your connection changed since we sent that text. Ask for a new text.'
	if (code === 'mfa_challenge_expired') return 'That text’s code has expired. Ask for a new text.'
	return undefined
}
