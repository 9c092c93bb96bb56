import { useSyncExternalStore } from 'react'
import { browserStorage } from '#web/ui/browser-storage.ts'

/** Whether the visitor agreed to page views being counted. Stored in this browser only. */
export type Choice = 'yes' | 'no'

const storageKey = 'headstart-page-views'
const listeners = new Set<() => void>()
/** The choice in memory. If storage is blocked, it lasts only until the page is closed. */
let chosen: Choice | null = null

export function currentChoice(): Choice | null {
	const stored = browserStorage.read(storageKey)
	return stored === 'yes' || stored === 'no' ? stored : chosen
}

export function choose(choice: Choice): void {
	chosen = choice
	browserStorage.write(storageKey, choice)
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
