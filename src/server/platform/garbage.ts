import { executionAsyncResource } from 'node:async_hooks'
import { Session } from 'node:inspector/promises'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

let keptTick: object | undefined

/**
 * Keeps one of the objects that Node makes for each `process.nextTick`, and returns it. If a garbage collection finds none of
 * them, V8 forgets their hidden class and from then on adds the properties of each one separately. Every request has several, so
 * pages would take a sixth longer.
 */
export function keepTick(): Promise<object> {
	return new Promise((resolve) => {
		process.nextTick(() => {
			keptTick = executionAsyncResource()
			resolve(keptTick)
		})
	})
}

/** A process is quiet while its event loop is busy for less than this share of the time. */
const quietShare = 0.05

/**
 * Waits until this process is quiet, then returns unused memory to the system; V8 would keep it. The garbage collection takes 0.2
 * s of processor time, in which the process answers nothing. Rejects if `stopping` is aborted.
 */
export async function returnMemoryWhenQuiet(stopping: AbortSignal, checkEveryMs = 5_000): Promise<void> {
	let before: EventLoopUtilization
	do {
		before = performance.eventLoopUtilization()
		await pause(checkEveryMs, undefined, { ref: false, signal: stopping })
	} while (performance.eventLoopUtilization(before).utilization > quietShare)
	// Without the inspector, every process would have to be started with `--expose-gc`.
	const session = new Session()
	session.connect()
	try {
		await session.post('HeapProfiler.collectGarbage')
	} finally {
		session.disconnect()
	}
}
