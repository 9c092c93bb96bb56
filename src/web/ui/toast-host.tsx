import { type ComponentType, useSyncExternalStore } from 'react'
import type { toast as Sonner } from 'sonner'

type Say = (sonner: typeof Sonner) => void
interface ToasterProps {
	onStanding: (sonner: typeof Sonner) => void
}

let Toaster: ComponentType<ToasterProps> | null = null
let standing: typeof Sonner | null = null
let fetching = false
let waiting: Say[] = []
const listeners = new Set<() => void>()

/** Where toasts appear. Empty until the first one is wanted; stays mounted so that they outlive the page they came from. */
export function ToastHost() {
	const Shown = useSyncExternalStore(subscribe, () => Toaster, () => null)
	return Shown === null ? null : <Shown onStanding={sayWhatWaits} />
}

/** Runs `say` as soon as the toaster is on the page, fetching it first where need be. A toast said earlier would be lost. */
export function whenToasterStands(say: Say): void {
	if (standing !== null) return say(standing)
	waiting.push(say)
	if (!fetching && Toaster === null) void fetchToaster()
}

async function fetchToaster(): Promise<void> {
	fetching = true
	try {
		Toaster = (await import('./toaster.tsx')).Toaster
		for (const listener of listeners) listener()
	} catch (error) {
		// Most likely offline: what was to be said is kept, and the next toast tries again.
		console.warn('Messages cannot be shown yet.', error)
	} finally {
		fetching = false
	}
}

function sayWhatWaits(sonner: typeof Sonner): void {
	standing = sonner
	for (const say of waiting) say(sonner)
	waiting = []
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
