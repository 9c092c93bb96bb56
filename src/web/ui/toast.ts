import type { ComponentType, ReactNode } from 'react'
import type { ExternalToast, toast as Sonner } from 'sonner'

export interface ToastOptions {
	description?: ReactNode
	action?: ExternalToast['action']
	/** In milliseconds; 4 seconds by default. */
	duration?: number
	/** Whether the toast is about the page that the visitor is being sent to, not the one that they are leaving. */
	forNextPage?: boolean
}

export interface Toast {
	kind: 'success' | 'error' | 'info'
	title: string
	/** Never used twice, because Sonner loses a toast that is shown while an earlier one of its id is disappearing. */
	id: string
	options: ToastOptions
}

/** Shows short messages at the edge of the page; each call returns the toast's id. Sonner, which shows them, is loaded on first use. */
export const toast = {
	success: (title: string, options?: ToastOptions) => add('success', title, options),
	error: (title: string, options?: ToastOptions) => add('error', title, options),
	info: (title: string, options?: ToastOptions) => add('info', title, options),
	dismiss,
}

export const unreachableMessage = 'The shop couldn’t be reached. Check your connection and try again.'

export const tooOftenMessage = 'Too many attempts. Wait a few minutes, then try again.'

/** Says that something failed because the server did not answer. */
export function toastUnreachable(title: string): void {
	toast.error(title, { description: unreachableMessage })
}

let count = 0

/** The last toast of each message, which the same message replaces. It may have disappeared since. */
const last = new Map<string, { id: string; kind: Toast['kind']; page: string | null }>()

function add(kind: Toast['kind'], title: string, given: ToastOptions = {}): string {
	count += 1
	const id = `toast-${count}`
	const { forNextPage = false, ...options } = given
	const message = `${kind} ${title}`
	dismiss(last.get(message)?.id)
	last.set(message, { id, kind, page: forNextPage ? null : window.location.pathname })
	const added: Toast = { kind, title, id, options }
	if (sonner !== null) show(sonner, added)
	else {
		update({ waiting: [...state.waiting, added] })
		void loadToaster()
	}
	return id
}

/** Removes a toast, even one that has not been shown yet. */
function dismiss(id: string | undefined): void {
	if (id === undefined) return
	sonner?.dismiss(id)
	if (state.waiting.length > 0) update({ waiting: state.waiting.filter((toast) => toast.id !== id) })
}

/**
 * Removes the errors of the pages that the visitor has left. What succeeded there is still true. Call it when the visitor has arrived
 * on another page.
 */
export function leaveErrorsBehind(): void {
	const page = window.location.pathname
	for (const [message, shown] of last) {
		if (shown.page === null) shown.page = page
		else if (shown.kind === 'error' && shown.page !== page) {
			dismiss(shown.id)
			last.delete(message)
		}
	}
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

function show(mounted: typeof Sonner, { kind, title, id, options }: Toast): void {
	mounted[kind](title, { ...options, id })
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
