import { useEffect, useState } from 'react'
import { type Guides, loadGuides } from './load-guides.ts'

/** What the user owns; null while it is being asked. */
export function useGuides(userId: string | null): [guides: Guides | null, again: () => void] {
	const [guides, setGuides] = useState<Guides | null>(null)
	const [attempt, setAttempt] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
	useEffect(() => {
		setGuides(null)
		if (userId === null) return
		let current = true
		void loadGuides(userId).then((loaded) => {
			if (current) setGuides(loaded)
		})
		return () => {
			current = false
		}
	}, [userId, attempt])

	return [guides, () => setAttempt((last) => last + 1)]
}
