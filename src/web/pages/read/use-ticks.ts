import { useEffect, useMemo, useState } from 'react'
import { readRemembered, remember } from '#web/offline/remembered.ts'

export interface Ticks {
	isTicked: (name: string) => boolean
	tick: (name: string, on: boolean) => void
}

/** Returns the ticked boxes of a guide, which this browser remembers for the user. Several tabs share them. */
export function useTicks(userId: string, slug: string): Ticks {
	const [ticked, setTicked] = useState(() => readRemembered(userId, slug).ticked)
	useEffect(() => {
		const refresh = () => setTicked(readRemembered(userId, slug).ticked)
		addEventListener('storage', refresh)
		return () => removeEventListener('storage', refresh)
	}, [userId, slug])
	return useMemo(
		() => ({
			isTicked: (name) => ticked.includes(checksum(name)),
			tick(name, on) {
				const key = checksum(name)
				const others = readRemembered(userId, slug).ticked.filter((other) => other !== key)
				const next = on ? [...others, key] : others
				setTicked(next)
				remember(userId, slug, { ticked: next })
			},
		}),
		[ticked, userId, slug],
	)
}

/**
 * Returns a checksum (FNV-1a). The text itself is not stored, because it may be a line of a paid guide, and storage outlasts
 * the session.
 */
function checksum(text: string): string {
	let sum = 0x811c9dc5
	for (let index = 0; index < text.length; index += 1)
		sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
	return (sum >>> 0).toString(36)
}
