/** Why no socket is opened: no page of this site, a wrong version or key, too many sockets in all or of one address, a fault of ours, the server stops. */
export type Refusal = 'origin' | 'version' | 'key' | 'full' | 'address' | 'fault' | 'stopping'

/**
 * Why the server closes a socket: its client does not read (`slow`), was the slowest when too much waited for all, sends too much (`rate`), is
 * silent, or sends anything but messages (`malformed`).
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
