import type { Chance } from './random.ts'
import type { Shopper } from './shopper.ts'

interface BusyOptions {
	/** Waits so long between one thing and the next, in milliseconds. */
	pauseMs?: number
}

/** Lets people do one thing after the other until told to stop; what is under way then is finished. */
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
