/**
 * Why a socket is not opened: another site's page, a wrong version, a wrong key, too many sockets on the server or of one
 * address, an error of the server, or a server that is stopping.
 */
export type Refusal = 'origin' | 'version' | 'key' | 'full' | 'address' | 'fault' | 'stopping'

/**
 * Why the server closes a socket: its client does not read (`slow`), was the slowest when too many bytes waited on all sockets,
 * sends too much (`rate`), is silent, or sends something that is not a message (`malformed`).
 */
export type Drop = 'slow' | 'slowest' | 'rate' | 'silent' | 'malformed'

/** What has happened on the sockets of this server since it started. */
export interface SocketCounts {
	received: number
	sent: number
	readonly refused: Record<Refusal, number>
	readonly dropped: Record<Drop, number>
}

export function createSocketCounts(): SocketCounts {
	return {
		received: 0,
		sent: 0,
		refused: { origin: 0, version: 0, key: 0, full: 0, address: 0, fault: 0, stopping: 0 },
		dropped: { slow: 0, slowest: 0, rate: 0, silent: 0, malformed: 0 },
	}
}
