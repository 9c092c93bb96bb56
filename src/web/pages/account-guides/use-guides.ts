import { type ComponentType, useEffect, useState } from 'react'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import type { GuideListProps } from './guide-list.tsx'
import type { KeptGuides } from './kept-guides.tsx'
import type { Guides } from './load-guides.ts'
import type { Offered } from './read-guides.ts'

type Shown =
	| (Extract<Guides, { kind: 'loaded' }> & { GuideList: ComponentType<GuideListProps> })
	| (Extract<Guides, { kind: 'failed' }> & { KeptGuides: typeof KeptGuides | null })

/**
 * Takes what the shop offers now. Returns the user’s guides with the code that shows them, or null while they are loading. Also returns a function that loads
 * them again.
 */
export function useGuides(
	userId: string | null,
	offered: Offered,
): [guides: Shown | null, again: () => void] {
	const [guides, setGuides] = useState<Shown | null>(null)
	const [attempt, setAttempt] = useState(0)

	useEffect(() => {
		// Loads the code while the session is being checked. If that fails, `load` tries again.
		if (hasStoredSession()) void importCode().catch(() => undefined)
	}, [])

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
	useEffect(() => {
		setGuides(null)
		if (userId === null) return
		let current = true
		let stop: (() => void) | undefined
		let asked = 0
		let answered = 0
		void load(userId, offered).then(async (loaded) => {
			if (!current) return
			setGuides(loaded)
			const watching = await import('#web/shop/watch-purchases.ts').catch(() => null)
			if (current) stop = watching?.watchPurchases(userId, () => void loadQuietly(userId))
		})
		// Keeps showing the old list until the new one has been loaded.
		async function loadQuietly(user: string) {
			const order = ++asked
			const loaded = await load(user, offered)
			// Ignores an answer if the answer to a later request is shown already.
			if (!current || loaded.kind !== 'loaded' || order < answered) return
			answered = order
			setGuides(loaded)
		}
		return () => {
			current = false
			stop?.()
		}
	}, [userId, offered, attempt])

	return [guides, () => setAttempt((last) => last + 1)]
}

function importCode() {
	return Promise.all([import('./guide-list.tsx'), import('./load-guides.ts'), import('./kept-guides.tsx')])
}

async function load(userId: string, offered: Offered): Promise<Shown> {
	try {
		const [{ GuideList }, { loadGuides }, { KeptGuides }] = await lazyImport(importCode)
		const guides = await loadGuides(userId, offered)
		return guides.kind === 'failed' ? { ...guides, KeptGuides } : { ...guides, GuideList }
	} catch {
		return { kind: 'failed', failure: { reference: null, unreachable: true }, KeptGuides: null }
	}
}
