/** A socket for which bytes may wait. */
export interface WaitingClient {
	/** How many wait now. */
	readonly waitingBytes: number
	/** Ends its socket. */
	drop(why: 'slowest'): void
}

/** Counts the bytes that wait on all sockets of this server together. Each alone may have few enough. */
export interface WaitingBytes {
	/** Counts what waits for a client now. If it is too much for all, drops those with the most. */
	count(client: WaitingClient): void
	/** Forgets a client whose socket is closed. */
	forget(client: WaitingClient): void
	readonly total: number
}

interface Options {
	/** The most that may wait for all clients. */
	most: number
	/** Called with the number of clients that were dropped. */
	onDrop: (clients: number) => void
}

/** How much may be left when clients have been dropped, so that they are not looked for with every message. */
const shareLeft = 0.75

export function createWaitingBytes({ most, onDrop }: Options): WaitingBytes {
	const counted = new Map<WaitingClient, number>()
	let total = 0

	function set(client: WaitingClient, bytes: number): void {
		const before = counted.get(client) ?? 0
		if (bytes === before) return
		total += bytes - before
		if (bytes === 0) counted.delete(client)
		else counted.set(client, bytes)
	}

	function dropSlowest(): void {
		// Clients may have read since they were last counted.
		for (const client of [...counted.keys()]) set(client, client.waitingBytes)
		let dropped = 0
		for (const [client] of [...counted].sort(([, a], [, b]) => b - a)) {
			if (total <= most * shareLeft) break
			client.drop('slowest')
			set(client, 0)
			dropped++
		}
		if (dropped > 0) onDrop(dropped)
	}

	return {
		count: (client) => {
			set(client, client.waitingBytes)
			if (total > most) dropSlowest()
		},
		forget: (client) => set(client, 0),
		get total() {
			return total
		},
	}
}
