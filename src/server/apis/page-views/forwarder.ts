import type { Logger } from 'pino'
import type { PageViewSink } from '#server/apis/page-views/routes.ts'

/** One call to a counting service. */
export interface Forwarding {
	url: string
	headers: Readonly<Record<string, string>>
	body: unknown
}

interface ForwarderOptions {
	/** Returns the request that reports one view to the service. */
	callFor: (path: string) => Forwarding
	log: Logger
	fetch?: typeof globalThis.fetch
	/** Timeout of one call, in milliseconds. */
	timeoutMs?: number
}

const longestQueue = 1_000
const callsAtOnce = 4

/**
 * Forwards views after the visitor's request has been answered. If the service is slow or down, views wait in a bounded queue.
 * Views that do not fit are dropped, and the log says how many.
 */
export function createForwarder(options: ForwarderOptions): PageViewSink {
	const { callFor, log, fetch = globalThis.fetch, timeoutMs = 3_000 } = options
	const queue: string[] = []
	const calls = new Set<Promise<void>>()
	let dropped = 0
	let failed = 0

	function next(): void {
		while (calls.size < callsAtOnce) {
			const path = queue.shift()
			if (path === undefined) break
			const call = send(path).finally(() => {
				calls.delete(call)
				next()
			})
			calls.add(call)
		}
	}

	async function send(path: string): Promise<void> {
		const { url, headers, body } = callFor(path)
		try {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'user-agent': neutralUserAgent, ...headers },
				body: JSON.stringify(body),
				redirect: 'error',
				signal: AbortSignal.timeout(timeoutMs),
			})
			await answer.body?.cancel()
			if (!answer.ok) throw new Error(`answered ${answer.status}`)
		} catch (error) {
			failed += 1
			// Logs only some of the failures. Never logs the URL, because it may contain a key.
			if (failed === 1 || failed % 100 === 0) {
				log.warn(
					{ failed, reason: error instanceof Error ? error.message : 'unknown' },
					'page views could not be forwarded',
				)
			}
		}
	}

	return {
		record: (path) => {
			if (queue.length >= longestQueue) {
				dropped += 1
				if (dropped === 1 || dropped % 1_000 === 0) log.warn({ dropped }, 'page views were dropped')
				return
			}
			queue.push(path)
			next()
		},
		close: async () => {
			// Closing takes no longer than one call, whatever the service does.
			const deadline = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref())
			const drained = async () => {
				while (calls.size > 0) await Promise.all(calls)
			}
			await Promise.race([drained(), deadline])
		},
	}
}

/**
 * The user agent that every view is sent with. The visitor's own is not forwarded. This one looks like a browser's, because the
 * services ignore bots.
 */
const neutralUserAgent =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
