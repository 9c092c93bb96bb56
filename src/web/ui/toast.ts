import type { ComponentType, ReactNode } from 'react'
import type { ExternalToast, toast as Sonner } from 'sonner'

export interface ToastOptions {
	description?: ReactNode
	action?: ExternalToast['action']
	/** In milliseconds; 4 seconds by default. */
	duration?: number
	/** A toast replaces an earlier one with the same id. */
	id?: string
}

export interface Toast {
	kind: 'success' | 'error' | 'info'
	title: string
	options: ToastOptions
}

/** Shows short messages at the edge of the page; each call returns the toast's id. Sonner, which shows them, is loaded on first use. */
export const toast = {
	success: (title: string, options?: ToastOptions) => add('success', title, options),
	error: (title: string, options?: ToastOptions) => add('error', title, options),
	info: (title: string, options?: ToastOptions) => add('info', title, options),
	dismiss,
}

export const unreachableMessage = 'Headstart couldn’t be reached. Check your connection and try again.'

export const tooOftenMessage = 'Too many attempts. Wait a few minutes, then try again.'

/** Says that something failed because the server did not answer. */
export function toastUnreachable(title: string): void {
	toast.error(title, { description: unreachableMessage })
}

let count = 0

function add(kind: Toast['kind'], title: string, given: ToastOptions = {}): string {
	count += 1
	const { id = `toast-${count}` } = given
	const added: Toast = { kind, title, options: { ...given, id } }
	if (sonner !== null) show(sonner, added)
	else {
		update({ waiting: [...state.waiting, added] })
		void loadToaster()
	}
	return id
}

/** Removes a toast, even one that has not been shown yet. */
function dismiss(id: string): void {
	sonner?.dismiss(id)
	update({ waiting: state.waiting.filter(({ options }) => options.id !== id) })
}

interface ToasterState {
	/** Null until it has been loaded. */
	Toaster: ComponentType<{ onMount: (mounted: typeof Sonner) => void }> | null
	/** Whether loading failed, most likely because the server cannot be reached. */
	failed: boolean
	/** Toasts that were added before Sonner was mounted. Sonner itself would lose them. */
	waiting: readonly Toast[]
}

export const initialState: ToasterState = { Toaster: null, failed: false, waiting: [] }
let state = initialState
let sonner: typeof Sonner | null = null
let loading = false
const listeners = new Set<() => void>()

function show(mounted: typeof Sonner, { kind, title, options }: Toast): void {
	mounted[kind](title, options)
}

/** Shows the waiting toasts once Sonner is mounted. */
export function showWaiting(mounted: typeof Sonner): void {
	sonner = mounted
	for (const waiting of state.waiting) show(mounted, waiting)
	dropWaiting()
}

export async function loadToaster(): Promise<void> {
	if (loading || state.Toaster !== null) return
	loading = true
	try {
		update({ Toaster: (await import('./toaster.tsx')).Toaster, failed: false })
	} catch (error) {
		console.warn('The toaster could not be loaded; messages are shown plainly.', error)
		update({ failed: true })
	} finally {
		loading = false
	}
}

export function currentState(): ToasterState {
	return state
}

export function dropWaiting(): void {
	update({ waiting: [] })
}

function update(change: Partial<ToasterState>): void {
	state = { ...state, ...change }
	for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
