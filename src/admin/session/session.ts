import { useSyncExternalStore } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { send } from '#admin/api/send.ts'
import { accessToken, authClient } from '#admin/session/access-token.ts'
import type { Answer } from '#shared/admin/api.ts'

export type Me = Answer<'who-am-i'>

/** What the browser knows about who is signed in. */
export type Session =
	| { kind: 'unknown' }
	| { kind: 'signed-out'; reason?: string | undefined }
	/** Signed in, but the second step is missing: the member has to take it, or set up a second factor first. */
	| { kind: 'half'; step: 'take' | 'set-up' }
	/** Signed in with an account of the shop that isn't a member of staff. */
	| { kind: 'stranger'; message: string }
	| { kind: 'failed'; error: ApiError }
	| { kind: 'in'; me: Me }

let session: Session = { kind: 'unknown' }
/** The member whose pages this browser shows, or keeps until they sign in again after their session has ended. */
let member: Me | undefined
const listeners = new Set<() => void>()

export function useSession(): Session {
	return useSyncExternalStore(subscribe, () => session)
}

/** Returns the member whose pages are shown or kept; undefined if there is none. */
export function useMember(): Me | undefined {
	return useSyncExternalStore(subscribe, () => member)
}

/** Returns the member whose pages are shown or kept. Only for components of those pages. */
export function useMe(): Me {
	const me = useMember()
	if (me === undefined) throw new Error('nobody is signed in')
	return me
}

/** Asks the server who is signed in. */
export async function checkSession(): Promise<void> {
	if ((await accessToken()) === undefined) {
		if (session.kind !== 'signed-out') setSession({ kind: 'signed-out' })
		return
	}
	try {
		setSession({ kind: 'in', me: await send<Me>('GET', 'who-am-i', {}) })
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		if (!noteRefusal(error)) setSession({ kind: 'failed', error })
	}
}

/** Returns whether a refused request shows that the member has to sign in again. */
export function endsSession({ status, missingStep }: ApiError): boolean {
	return status === 401 || missingStep === 'take' || missingStep === 'set-up'
}

/** Updates the session if a refused request shows that the session has changed. Returns whether it has. */
export function noteRefusal(error: ApiError): boolean {
	if (error.status === 401) {
		endSession(session.kind === 'in' ? 'You’ve been signed out: sessions here are short.' : undefined)
		return true
	}
	if (error.code === 'not_admin') {
		member = undefined
		setSession({ kind: 'stranger', message: error.message })
		return true
	}
	if (error.missingStep === 'take' || error.missingStep === 'set-up') {
		setSession({ kind: 'half', step: error.missingStep })
		return true
	}
	return false
}

/** Deletes the session from this browser, once the server has ended it. */
function endSession(reason: string | undefined): void {
	void forgetSession()
	setSession({ kind: 'signed-out', reason })
}

async function forgetSession(): Promise<void> {
	await (await authClient()).signOut({ scope: 'local' })
}

export async function signOut(): Promise<void> {
	await forgetSession()
	member = undefined
	setSession({ kind: 'signed-out' })
}

function setSession(next: Session): void {
	session = next
	if (next.kind === 'in') member = next.me
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
