import { useEffect, useState } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { forgetGuide, forgetGuides, keepGuide, readKeptGuide } from '#web/offline/kept-guides.ts'
import type { Failure } from '#web/session/failed-requests.ts'
import { textIn } from '#web/session/read-fields.ts'
import { readStoredUser } from '#web/session/stored-session.ts'
import { loadGuide, type WithoutGuide } from './load-guide.ts'
import { type Guide, readGuide } from './read-guide.ts'

export type Opened =
	| { kind: 'opening' }
	/** `unchecked`: this is the copy kept in this browser, because the server could not be reached. */
	| { kind: 'open'; guide: Guide; unchecked: boolean }
	/** `wasKept`: this browser had a copy, which has been removed. */
	| { kind: 'not-owned'; reason: WithoutGuide; wasKept: boolean }
	| { kind: 'failed'; failure: Failure }

/**
 * Opens a guide. Shows the copy kept in this browser first, if there is one. The server's version then replaces the copy. If the
 * user no longer has the guide, the copy is removed. Tries again when the browser is back online.
 */
export function useGuide(product: ShelfProduct, fileName: string, userId: string): [Opened, () => void] {
	const [opened, setOpened] = useState<Opened>({ kind: 'opening' })
	const [attempt, setAttempt] = useState(0)

	function again() {
		setOpened({ kind: 'opening' })
		setAttempt((last) => last + 1)
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it again
	useEffect(() => {
		let current = true
		const show = (next: Opened) => {
			if (current) setOpened(next)
		}
		void open(product, fileName, userId, show)
		return () => {
			current = false
		}
	}, [product, fileName, userId, attempt])

	useEffect(() => {
		const onOnline = () => setAttempt((last) => last + 1)
		addEventListener('online', onOnline)
		return () => removeEventListener('online', onOnline)
	}, [])

	return [opened, again]
}

async function open(
	product: ShelfProduct,
	fileName: string,
	userId: string,
	show: (next: Opened) => void,
): Promise<void> {
	const { slug } = product
	void forgetGuides(userId)
	const kept = await readKeptGuide(userId, slug)
	const copy = kept === null ? null : readGuide(kept, slug)
	if (copy !== null) show({ kind: 'open', guide: copy, unchecked: false })

	const answer = await loadGuide(product, fileName)
	// The user has signed out in the meantime. Their copies have been removed, and nothing may be stored again.
	if (answer.kind === 'signed-out' || textIn(readStoredUser(), 'id') !== userId) return
	if (answer.kind === 'not-owned') {
		await forgetGuide(userId, slug)
		show({ kind: 'not-owned', reason: answer.reason, wasKept: copy !== null })
		return
	}
	const guide = answer.kind === 'loaded' ? readGuide(answer.text, slug) : null
	if (answer.kind === 'loaded' && guide !== null) {
		if (answer.text !== kept) show({ kind: 'open', guide, unchecked: false })
		await keepGuide(userId, slug, answer.text)
		// Fetches the page itself into the browser's cache. If the visitor came from another page of the site, it is not there
		// yet.
		await fetch(window.location.pathname).catch(() => undefined)
	} else if (copy !== null) show({ kind: 'open', guide: copy, unchecked: true })
	else show({ kind: 'failed', failure: answer.kind === 'failed' ? answer.failure : notAGuide })
}

const notAGuide: Failure = { reference: null, unreachable: false }
