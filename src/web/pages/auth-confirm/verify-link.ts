import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { signUpProof } from '#web/session/sign-up-proof.ts'
import { toast } from '#web/ui/toast.ts'

/** The link types whose whole purpose is done by verifying them. */
const linkTypes = ['signup', 'email', 'invite', 'magiclink'] as const
export type LinkType = (typeof linkTypes)[number]

/** What a verification mail's link carries. */
export interface MailLink {
	tokenHash: string
	type: LinkType
}

/** The mail link in an address's query; null where it has lost a part, as a link copied by hand may. */
export function readMailLink(query: URLSearchParams): MailLink | null {
	const tokenHash = query.get('token_hash')
	const type = linkTypes.find((known) => known === query.get('type'))
	return tokenHash && type ? { tokenHash, type } : null
}

/** Confirms the address and signs in. `dead` where the link has been used or has run out. */
export async function verifyLink(link: MailLink): Promise<'signed-in' | 'dead' | 'failed'> {
	// By the proof the server knows that the password of this browser's own sign-up counts, and no stranger's.
	const proved = { token_hash: link.tokenHash, type: link.type, code_verifier: signUpProof() }
	const { answer, failure } = await call('/auth/v1/verify', (supabase) => supabase.auth.verifyOtp(proved))
	if (answer?.error === null) {
		toast.success('Email confirmed', { description: 'You are signed in.' })
		return 'signed-in'
	}
	const status = answer?.error.status ?? 0
	if (status === 429) {
		toastFailure(
			'Not confirmed yet',
			failure,
			'Too many attempts from here. Wait a few minutes, then try again.',
		)
		return 'failed'
	}
	if (status >= 400 && status < 500) return 'dead'
	toastFailure('Error', failure, 'An unexpected error occurred. Please try again.')
	return 'failed'
}
