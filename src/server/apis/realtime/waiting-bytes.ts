/** A client on whose socket bytes may wait. */
export interface WaitingClient {
	/** How many bytes wait now. */
	readonly waitingBytes: number
	/** Ends the client's socket. */
	drop(why: 'slowest'): void
}

/**
 * Counts the bytes that wait on all sockets of this server together. They can be too many even if each socket is within its own
 * limit.
 */
export interface WaitingBytes {
	/** Counts the bytes that wait for a client now. If too many wait in total, drops the clients with the most. */
	count(client: WaitingClient): void
	/** Forgets a client whose socket is closed. */
	forget(client: WaitingClient): void
	readonly total: number
}

interface Options {
	/** The most bytes that may wait in total, over all clients. */
	most: number
	/** Called with the number of clients that were dropped. */
	onDrop: (clients: number) => void
}

/**
 * The share of the limit that may still wait after clients have been dropped. Without the free space, the next message would
 * drop clients again.
 */
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
