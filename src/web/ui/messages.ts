import type { ComponentType, ReactNode } from 'react'
import type { ExternalToast, toast as Sonner } from 'sonner'

export interface MessageOptions {
	description?: ReactNode
	action?: ExternalToast['action']
	/** Milliseconds; 4 seconds where nothing is said. */
	duration?: number
	/** A message with the same id takes the other's place. */
	id?: string
}

export interface Message {
	kind: 'success' | 'error' | 'info'
	title: string
	options: MessageOptions
}

interface Host {
	/** Null until it has been fetched. */
	Toaster: ComponentType<{ onStanding: (sonner: typeof Sonner) => void }> | null
	/** It could not be fetched, most likely because the server cannot be reached. */
	failed: boolean
	/** Said before the toaster stood on the page, where they would be lost. */
	waiting: readonly Message[]
}

export const emptyHost: Host = { Toaster: null, failed: false, waiting: [] }
let host = emptyHost
let standing: typeof Sonner | null = null
let fetching = false
const listeners = new Set<() => void>()

/** Says it as soon as the toaster stands on the page, fetching that first where need be. */
export function say(message: Message): void {
	if (standing !== null) {
		tell(standing, message)
		return
	}
	replace({ waiting: [...host.waiting, message] })
	void fetchToaster()
}

function tell(sonner: typeof Sonner, { kind, title, options }: Message): void {
	sonner[kind](title, options)
}

/** Takes a message away, or never says it where it still waits. */
export function takeBack(id: string): void {
	standing?.dismiss(id)
	replace({ waiting: host.waiting.filter(({ options }) => options.id !== id) })
}

/** The toaster stands: says what was said before it did. */
export function sayWhatWaits(sonner: typeof Sonner): void {
	standing = sonner
	for (const message of host.waiting) tell(sonner, message)
	dropWaiting()
}

export async function fetchToaster(): Promise<void> {
	if (fetching || host.Toaster !== null) return
	fetching = true
	try {
		replace({ Toaster: (await import('./toaster.tsx')).Toaster, failed: false })
	} catch (error) {
		console.warn('The toaster could not be fetched; messages are shown plainly.', error)
		replace({ failed: true })
	} finally {
		fetching = false
	}
}

export function currentHost(): Host {
	return host
}

export function dropWaiting(): void {
	replace({ waiting: [] })
}

function replace(change: Partial<Host>): void {
	host = { ...host, ...change }
	for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function subscribeToHost(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
