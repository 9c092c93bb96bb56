import { createWindow, type Window } from '#server/apis/realtime/limits.ts'

/**
 * Counts the deliveries that broadcasts from each address cause. One message to a thousand clients costs as much as a thousand
 * messages to one client.
 */
export interface DeliveryAllowance {
	take(address: string, deliveries: number): boolean
	/** Forgets addresses that have sent nothing for some time. */
	sweep(): void
}

export function createDeliveryAllowance(perSecond: number): DeliveryAllowance {
	let windows = new Map<string, Window>()
	let earlier = new Map<string, Window>()
	return {
		take: (address, deliveries) => {
			const window = windows.get(address) ?? earlier.get(address) ?? createWindow(perSecond, 1_000)
			windows.set(address, window)
			return window.take(deliveries + 1)
		},
		sweep: () => {
			earlier = windows
			windows = new Map()
		},
	}
}
