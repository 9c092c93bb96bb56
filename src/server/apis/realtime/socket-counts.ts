/**
 * Why a socket is refused: a page of another site (`origin`), a wrong version, a wrong key, too many sockets on the server
 * (`full`) or from one address (`address`), an error of the server (`fault`), or a server that is stopping.
 */
export type SocketRefusal = 'origin' | 'version' | 'key' | 'full' | 'address' | 'fault' | 'stopping'

/**
 * Why the server closes a socket. Its client does not read (`slow`), sends too much (`rate`), is silent, or sends something
 * that is not a message (`malformed`). `slowest` means that too many bytes waited on all sockets together, and this client was
 * the slowest to read them.
 */
export type Drop = 'slow' | 'slowest' | 'rate' | 'silent' | 'malformed'

/** What has happened on the sockets of this server since it started. */
export interface SocketCounts {
	received: number
	sent: number
	readonly refused: Record<SocketRefusal, number>
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
