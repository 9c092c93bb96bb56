import { useSyncExternalStore } from 'react'

let answerTo: ((taken: boolean) => void) | undefined
let asked: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/**
 * Asks for the second step again, in a dialog over the page. Resolves to true if the member took it. While the dialog is open,
 * further calls wait for the same result.
 */
export async function askForStep(): Promise<boolean> {
	asked ??= new Promise<boolean>((resolve) => {
		answerTo = resolve
		announce()
	})
	return await asked
}

/** Closes the dialog. `taken` says whether the member took the step. */
export function answerStep(taken: boolean): void {
	answerTo?.(taken)
	answerTo = undefined
	asked = undefined
	announce()
}

/** Returns whether the dialog is to be shown. */
export function useStepAsked(): boolean {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener)
			return () => {
				listeners.delete(listener)
			}
		},
		() => answerTo !== undefined,
	)
}

function announce(): void {
	for (const listener of listeners) listener()
}
