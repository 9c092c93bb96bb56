import { createWindow, type Window } from '#server/apis/realtime/limits.ts'

/** Limits how much each address may cause in a second. */
export interface AddressAllowance {
	/** Takes the cost from the address's allowance. Returns false if too little of it is left. */
	take(address: string, cost: number): boolean
	/** Forgets addresses that have taken nothing for some time. */
	sweep(): void
}

export function createAddressAllowance(perSecond: number): AddressAllowance {
	let windows = new Map<string, Window>()
	let earlier = new Map<string, Window>()
	return {
		take: (address, cost) => {
			const window = windows.get(address) ?? earlier.get(address) ?? createWindow(perSecond, 1_000)
			windows.set(address, window)
			return window.take(cost)
		},
		sweep: () => {
			earlier = windows
			windows = new Map()
		},
	}
}
