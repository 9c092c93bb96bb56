import { ProviderFailure } from '#server/shop/payment-provider.ts'

interface LineLimits {
	/** How many calls may wait for an answer at once. */
	atOnce: number
	/** How many more may wait for one of those to end. */
	mostWaiting: number
	/** Milliseconds. */
	longestWaitMs: number
}

/** The lines to a provider: whoever has one may call. */
export interface ProviderLines {
	/**
	 * Resolves once there is a line, those who came first served first, with what hands it back. Throws `ProviderFailure`: at
	 * once where too many wait, else when the time is up.
	 */
	take(): Promise<() => void>
}

/** A crowd is served in turn, but a provider that hangs must not take the shop with it. */
export function createProviderLines({ atOnce, mostWaiting, longestWaitMs }: LineLimits): ProviderLines {
	let free = atOnce
	// A set keeps the order in which they came, and lets one in the middle leave.
	const waiting = new Set<() => void>()

	function handBack(): void {
		const [next] = waiting
		if (next === undefined) free += 1
		else next()
	}

	function untilTurn(): Promise<void> {
		return new Promise((resolve, reject) => {
			const leave = (then: () => void) => {
				clearTimeout(timer)
				waiting.delete(goAhead)
				then()
			}
			const goAhead = () => leave(resolve)
			const timer = setTimeout(() => leave(() => reject(busy('no line became free'))), longestWaitMs)
			waiting.add(goAhead)
		})
	}

	return {
		take: async () => {
			if (free > 0) free -= 1
			else if (waiting.size >= mostWaiting) throw busy('too many wait for a line')
			else await untilTurn()
			return handBack
		},
	}
}

function busy(cause: string): ProviderFailure {
	return new ProviderFailure({ definite: false, cause })
}
