import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failures.ts'

export type SignedFile =
	| { kind: 'signed'; url: string }
	/** `sessionDoubtful`: the refusal may mean that the session has ended elsewhere. */
	| { kind: 'refused'; failure: Failure; sessionDoubtful: boolean }
	/** The server could not be asked. */
	| { kind: 'failed'; failure: Failure }

/** Asks for a link to a stored file. `downloadAs` makes the browser save it under that name instead of showing it. */
export async function signFile(
	fileName: string,
	seconds: 60 | 300,
	downloadAs?: string,
): Promise<SignedFile> {
	const { answer, failure } = await call('/storage/v1/object/sign/', (supabase) =>
		supabase.storage
			.from('pdfs')
			.createSignedUrl(fileName, seconds, downloadAs === undefined ? {} : { download: downloadAs }),
	)
	// Without a connection the client library answers with an error of its own.
	if (answer === null || failure.unreachable) return { kind: 'failed', failure }
	if (answer.error === null) return { kind: 'signed', url: answer.data.signedUrl }
	const { status } = answer.error
	const statusCode = 'statusCode' in answer.error ? String(answer.error.statusCode) : String(status)
	return { kind: 'refused', failure, sessionDoubtful: statusCode === '401' || statusCode === '403' }
}
