import type { Chance } from './random.ts'
import type { Shopper } from './shopper.ts'

interface BusyOptions {
	/** The pause between two actions in milliseconds. */
	pauseMs?: number
}

/** Lets shoppers act repeatedly until stopped. Actions in progress are finished. */
export function keepBusy(
	shoppers: readonly Shopper[],
	chance: Chance,
	{ pauseMs = 30 }: BusyOptions = {},
): { stop(): Promise<void> } {
	let isOpen = true
	const lives = shoppers.map(async (shopper) => {
		while (isOpen) {
			await shopper.doSomething(chance)
			await new Promise((resolve) => setTimeout(resolve, pauseMs))
		}
	})
	return {
		stop: async () => {
			isOpen = false
			await Promise.all(lives)
		},
	}
}
