import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { linkSeconds } from '#shared/file-links.ts'
import { call, isStillSignedIn } from '#web/session/call.ts'
import { type Failure, referenceOf } from '#web/session/failed-requests.ts'
import { textIn } from '#web/session/read-fields.ts'

/** Why a user may not read a guide: what became of the payment, or that there was none. */
export type WithoutGuide = 'refunded' | 'disputed' | 'held' | 'never-had'

export type LoadedGuide =
	| { kind: 'loaded'; text: string }
	| { kind: 'not-owned'; reason: WithoutGuide }
	| { kind: 'signed-out' }
	/** The server can't be reached or is at fault. */
	| { kind: 'failed'; failure: Failure }

const unreachable: LoadedGuide = { kind: 'failed', failure: { reference: null, unreachable: true } }

/**
 * How long to wait at most, in milliseconds. Without this limit, the client library would try to refresh a session for half a
 * minute.
 */
const longestWait = 10_000

/** Loads the stored reading edition of a guide through a signed link, like any other file. */
export async function loadGuide(product: ShelfProduct, fileName: string): Promise<LoadedGuide> {
	if (!navigator.onLine) return unreachable
	return await Promise.race([
		load(product, fileName),
		new Promise<LoadedGuide>((resolve) => setTimeout(resolve, longestWait, unreachable)),
	])
}

async function load(product: ShelfProduct, fileName: string): Promise<LoadedGuide> {
	const { answer, failure } = await call('/storage/v1/object/sign/', (supabase) =>
		supabase.storage.from('pdfs').createSignedUrl(fileName, linkSeconds.pressed),
	)
	if (answer === null || failure.unreachable) return { kind: 'failed', failure }
	if (answer.error === null) return await fetchText(answer.data.signedUrl)
	switch (Reflect.get(answer.error, 'statusCode')) {
		case '401':
		case '403':
			return (await isStillSignedIn()) ? { kind: 'failed', failure } : { kind: 'signed-out' }
		// The server's answer if the user has no right to the file, and also if there is no such file.
		case '404':
			return await reasonFor(product, failure)
		default:
			return { kind: 'failed', failure }
	}
}

async function fetchText(url: string): Promise<LoadedGuide> {
	try {
		const response = await fetch(url)
		if (response.ok) return { kind: 'loaded', text: await response.text() }
		return { kind: 'failed', failure: { reference: referenceOf(response), unreachable: false } }
	} catch {
		return unreachable
	}
}

const ends = ['refunded', 'disputed', 'held'] as const

/** Finds out why there is no link. Any signed-in user may read a free guide, so if it has no link, its file must be missing. */
async function reasonFor(product: ShelfProduct, refusal: Failure): Promise<LoadedGuide> {
	if (product.isFree) return { kind: 'failed', failure: refusal }
	const { answer, failure } = await call('/rest/v1/purchases', (supabase) =>
		supabase
			.from('purchases')
			.select('status')
			.eq('catalogue_id', product.id)
			.order('created_at', { ascending: false }),
	)
	if (answer === null || answer.error !== null) return { kind: 'failed', failure }
	const statuses = answer.data.map((row: unknown) => textIn(row, 'status'))
	if (statuses.includes('completed')) return { kind: 'failed', failure: refusal }
	return { kind: 'not-owned', reason: ends.find((end) => statuses.includes(end)) ?? 'never-had' }
}
