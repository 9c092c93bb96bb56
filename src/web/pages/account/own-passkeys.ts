import type { PasskeyListItem } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failed-requests.ts'
import { isCancelled, keyMessage } from '#web/session/key-messages.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast, unreachableMessage } from '#web/ui/toast.ts'

export type OwnPasskeys =
	| { kind: 'loaded'; list: readonly PasskeyListItem[] }
	| { kind: 'failed'; failure: Failure }

const path = '/auth/v1/passkeys'

export async function loadPasskeys(): Promise<OwnPasskeys> {
	const { answer, failure } = await call(path, (supabase) => supabase.auth.passkey.list())
	return answer?.error === null ? { kind: 'loaded', list: answer.data } : { kind: 'failed', failure }
}

/** Adds a passkey, which the server names after the device. Shows nothing if the user closes the browser's dialog. */
export async function addPasskey(): Promise<'stale' | 'done'> {
	const { answer, failure } = await call(path, (supabase) => supabase.auth.registerPasskey())
	const error = answer?.error
	if (error?.code === 'reauthentication_needed') return 'stale'
	if (error === null)
		toast.success('Your passkey was added', {
			description: 'Next time, sign in with it instead of a password.',
		})
	else if (error === undefined || !isCancelled(error)) {
		const known = error && (refusals.get(error.code ?? '') ?? keyMessage(error))
		// Shows no reference to quote if users can solve the problem themselves.
		const quoted = known === undefined ? failure : { ...failure, reference: null }
		toastFailure('No passkey was added', quoted, known ?? 'Please try again in a moment.')
	}
	return 'done'
}

const already = 'This device already has a passkey or a security key for your account.'

const refusals: ReadonlyMap<string, string> = new Map([
	['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', already],
	['webauthn_credential_exists', already],
	['too_many_passkeys', 'An account can have at most ten passkeys. First remove one that you no longer use.'],
])

/** Renames a passkey. Returns the error for the field, or null if the server accepts the name. */
export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<string | null> {
	const { answer, failure } = await call(path, (supabase) =>
		supabase.auth.passkey.update({ passkeyId, friendlyName }),
	)
	if (answer?.error === null) return null
	if (failure.unreachable) return unreachableMessage
	return 'That name wasn’t saved. Please try again in a moment.'
}

/** Removes a passkey. One that was already removed on another device counts as removed. */
export async function removePasskey(passkeyId: string, name: string): Promise<'stale' | 'done'> {
	const { answer, failure } = await call(path, (supabase) => supabase.auth.passkey.delete({ passkeyId }))
	const error = answer?.error
	if (error?.code === 'reauthentication_needed') return 'stale'
	if (error === null || error?.status === 404) toast.success(`${name} was removed`)
	else toastFailure('Not removed', failure, 'Please try again in a moment.')
	return 'done'
}
