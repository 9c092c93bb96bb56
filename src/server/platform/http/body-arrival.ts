import type { Http2Bindings, HttpBindings } from '@hono/node-server'

type Incoming = (HttpBindings | Http2Bindings)['incoming']

/** The longest body that counts as short, in bytes. Node receives up to 64 kB of a body before anyone reads it. */
const longestShort = 32_768

/** Says whether the body of a request is so short that Node receives all of it before anyone reads it. */
export function bodyOf({ headers }: Pick<Incoming, 'headers'>): 'none' | 'short' | 'long' {
	if (headers['transfer-encoding'] !== undefined) return 'long'
	const length = Number(headers['content-length'] ?? 0)
	if (length === 0) return 'none'
	return length > longestShort ? 'long' : 'short'
}

/**
 * Waits until all of a short body has been received, and leaves it to be read. Returns false if the client disconnects before
 * that.
 */
export async function hasArrived(incoming: Incoming): Promise<boolean> {
	if (!incoming.complete && !incoming.destroyed)
		await new Promise<void>((resolve) => {
			const check = () => {
				if (!incoming.complete && !incoming.destroyed) return
				incoming.off('readable', check).off('close', check)
				resolve()
			}
			incoming.on('readable', check).on('close', check)
		})
	return incoming.complete
}
