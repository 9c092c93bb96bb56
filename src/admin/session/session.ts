import { useSyncExternalStore } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { send } from '#admin/api/send.ts'
import { accessToken, auth } from '#admin/session/auth-client.ts'
import type { Answer } from '#shared/admin/api.ts'

export type Me = Answer<'who-am-i'>

/** What the browser knows about who uses it. */
export type Session =
	| { kind: 'unknown' }
	| { kind: 'signed-out'; reason?: string | undefined }
	/** Signed in, but the second step is missing: it has to be taken, or set up first. */
	| { kind: 'half'; step: 'take' | 'set-up' }
	/** An account of the shop that is no member of staff. */
	| { kind: 'stranger'; message: string }
	| { kind: 'failed'; error: ApiError }
	| { kind: 'in'; me: Me }

let session: Session = { kind: 'unknown' }
const listeners = new Set<() => void>()

export function useSession(): Session {
	return useSyncExternalStore(subscribe, () => session)
}

/** Returns the member who is signed in. For what is shown only to members. */
export function useMe(): Me {
	const current = useSession()
	if (current.kind !== 'in') throw new Error('nobody is signed in')
	return current.me
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

/** Notes what a refusal says about the session, and returns whether it says anything. */
export function noteRefusal(error: ApiError): boolean {
	if (error.status === 401) {
		endSession(session.kind === 'in' ? 'You’ve been signed out: sessions here are short.' : undefined)
		return true
	}
	if (error.code === 'not_admin') {
		setSession({ kind: 'stranger', message: error.message })
		return true
	}
	if (error.missingStep === 'take' || error.missingStep === 'set-up') {
		setSession({ kind: 'half', step: error.missingStep })
		return true
	}
	return false
}

/** Forgets the session in this browser, once the server has ended it. */
function endSession(reason: string | undefined): void {
	void auth.signOut({ scope: 'local' })
	setSession({ kind: 'signed-out', reason })
}

export async function signOut(): Promise<void> {
	await auth.signOut({ scope: 'local' })
	setSession({ kind: 'signed-out' })
}

function setSession(next: Session): void {
	session = next
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
