import type { ReactNode } from 'react'
import type { ExternalToast } from 'sonner'
import { whenToasterStands } from './toast-host.tsx'

interface ToastOptions {
	description?: ReactNode
	/** A later toast of the same id takes the place of the earlier one. */
	id?: string
	action?: ExternalToast['action']
	/** Milliseconds; 4 seconds where nothing is said. */
	duration?: number
}

/** Short messages at the edge of the page. The code that shows them is fetched with the first one. */
export const toast = {
	success: (title: string, options?: ToastOptions) => show('success', title, options),
	error: (title: string, options?: ToastOptions) => show('error', title, options),
	info: (title: string, options?: ToastOptions) => show('info', title, options),
}

function show(kind: 'success' | 'error' | 'info', title: string, options?: ToastOptions): void {
	whenToasterStands((sonner) => sonner[kind](title, options))
}
