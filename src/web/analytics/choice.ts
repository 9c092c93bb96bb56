import { useSyncExternalStore } from 'react'

/** Whether the visitor agreed to page views being counted. Stored in this browser only. */
export type Choice = 'yes' | 'no'

const storageKey = 'headstart-page-views'
const listeners = new Set<() => void>()
/** The choice in memory. If storage is blocked, it lasts only until the page is closed. */
let chosen: Choice | null = null

export function currentChoice(): Choice | null {
	try {
		const stored = window.localStorage.getItem(storageKey)
		return stored === 'yes' || stored === 'no' ? stored : chosen
	} catch {
		return chosen
	}
}

export function choose(choice: Choice): void {
	chosen = choice
	try {
		window.localStorage.setItem(storageKey, choice)
	} catch {
		// Storage is blocked, but `chosen` has the choice.
	}
	for (const listener of listeners) listener()
}

/** The current choice; null before the visitor has made one, and on the server. */
export function useChoice(): Choice | null {
	return useSyncExternalStore(subscribe, currentChoice, () => null)
}

/** Whether the browser objects, with "Do Not Track" or "Global Privacy Control". */
export function browserObjects(): boolean {
	return Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1'
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	window.addEventListener('storage', listener)
	return () => {
		listeners.delete(listener)
		window.removeEventListener('storage', listener)
	}
}
