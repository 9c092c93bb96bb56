import { toastFailure } from '#web/session/failure-toast.tsx'
import { type Failure, referenceOf } from '#web/session/failures.ts'
import { signFile } from './sign-file.ts'
import { type SignInGate, sessionWasOver } from './sign-in-first.ts'

/** Seconds a link lasts that is followed at once. */
export const linkSeconds = 60

/** Returns a link to the file that is known to work. If there is none, says why not and returns null. */
export async function workingLink(
	fileName: string,
	gate: SignInGate,
	downloadAs?: string,
): Promise<string | null> {
	const signed = await signFile(fileName, linkSeconds, downloadAs)
	if (signed.kind === 'failed') return tellFailed(signed.failure)
	if (signed.kind === 'signed') {
		const failure = await whyUnavailable(signed.url)
		return failure === null ? signed.url : tellFailed(failure)
	}
	const isOver = signed.sessionDoubtful && (await sessionWasOver(gate))
	if (!isOver) toastFailure('Failed to access PDF. Please try again.', signed.failure)
	return null
}

function tellFailed(failure: Failure): null {
	toastFailure('Failed to download PDF. Please try again.', failure)
	return null
}

/** Asks for the file's headers: the browser doesn't tell a page when a download or another tab comes to nothing. */
export async function whyUnavailable(url: string): Promise<Failure | null> {
	try {
		const response = await fetch(url, { method: 'HEAD' })
		return response.ok ? null : { reference: referenceOf(response), unreachable: false }
	} catch {
		return { reference: null, unreachable: true }
	}
}
