import { linkSeconds, packedName } from '#shared/file-links.ts'
import { call } from '#web/session/call.ts'
import { type Failure, referenceOf } from '#web/session/failed-requests.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import type { SignInPrompt } from './sign-in-first.ts'
import { sessionHasEnded } from './user-or-sign-in.ts'

type SignedFile =
	| { kind: 'signed'; url: string }
	/** `sessionDoubtful`: the refusal may mean that the session has ended. */
	| { kind: 'refused'; failure: Failure; sessionDoubtful: boolean }
	/** The link was signed, but its file doesn't exist. */
	| { kind: 'broken'; failure: Failure }
	/** The server did not respond. */
	| { kind: 'failed'; failure: Failure }

/** How a link to a stored file is used. */
interface LinkUse {
	/** The browser saves the file under this name instead of showing it. */
	downloadAs?: string | undefined
	/** The file inside the ZIP to which the link leads. */
	inside?: string | undefined
}

/**
 * Requests a signed link to a stored file and checks that the link works, because a browser does not tell the page if a
 * download or another tab fails.
 */
export async function signFile(
	fileName: string,
	seconds: (typeof linkSeconds)[keyof typeof linkSeconds],
	{ downloadAs, inside }: LinkUse = {},
): Promise<SignedFile> {
	const { answer, failure } = await call('/storage/v1/object/sign/', (supabase) =>
		supabase.storage
			.from('pdfs')
			.createSignedUrl(fileName, seconds, downloadAs === undefined ? {} : { download: downloadAs }),
	)
	// If there is no connection, the client library returns an error like one from the server.
	if (answer === null || failure.unreachable) return { kind: 'failed', failure }
	if (answer.error === null) {
		const url = answer.data.signedUrl
		return await checkLink(inside === undefined ? url : `${url}&${packedName}=${encodeURIComponent(inside)}`)
	}
	const { status } = answer.error
	const statusCode = 'statusCode' in answer.error ? String(answer.error.statusCode) : String(status)
	return { kind: 'refused', failure, sessionDoubtful: statusCode === '401' || statusCode === '403' }
}

async function checkLink(url: string): Promise<SignedFile> {
	try {
		const response = await fetch(url, { method: 'HEAD' })
		if (response.ok) return { kind: 'signed', url }
		return { kind: 'broken', failure: { reference: referenceOf(response), unreachable: false } }
	} catch {
		return { kind: 'broken', failure: { reference: null, unreachable: true } }
	}
}

/** Returns a working link to the file. If there is none, shows the reason and returns null. */
export async function linkToFile(
	fileName: string,
	prompt: SignInPrompt,
	use: LinkUse = {},
): Promise<string | null> {
	const signed = await signFile(fileName, linkSeconds.pressed, use)
	if (signed.kind === 'signed') return signed.url
	if (signed.kind !== 'refused') {
		toastFailure('Failed to download PDF. Please try again.', signed.failure)
	} else if (!signed.sessionDoubtful || !(await sessionHasEnded(prompt))) {
		toastFailure('Failed to access PDF. Please try again.', signed.failure)
	}
	return null
}

/** Starts the browser's download of a link. The response is an attachment, so the page stays open. */
export function startDownload(url: string, fileName: string): void {
	const link = document.createElement('a')
	link.href = url
	link.download = fileName
	link.hidden = true
	document.body.append(link)
	link.click()
	link.remove()
}
