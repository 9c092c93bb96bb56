import { useSyncExternalStore } from 'react'

/** A visitor's own word on being counted; it stays in this browser. */
export type Choice = 'yes' | 'no'

const storageKey = 'headstart-page-views'
const listeners = new Set<() => void>()
/** Where storage is switched off, the choice lasts as long as the page. */
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
		// Kept above.
	}
	for (const listener of listeners) listener()
}

/** The choice as it stands, in every part of the page at once; null before one is made and while a page is built. */
export function useChoice(): Choice | null {
	return useSyncExternalStore(subscribe, currentChoice, () => null)
}

/** Whether the browser itself says no, by "Do Not Track" or "Global Privacy Control". */
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
