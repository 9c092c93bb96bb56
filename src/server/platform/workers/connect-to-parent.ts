import { z } from 'zod'

/** What a worker reports to its parent process. The channel also carries messages of other code. */
export const reportSchema = z.discriminatedUnion('report', [
	z.object({ report: z.literal('open') }),
	z.object({ report: z.literal('failed'), reason: z.string() }),
])

type Report = z.infer<typeof reportSchema>

const stopSchema = z.object({ stop: z.literal(true) })

interface ParentProcess<T> {
	/** What the parent process told this worker when it started. */
	task: Promise<T>
	/** Resolves when the parent process wants this worker to stop. */
	stopAsked: Promise<void>
	tell(report: Report): Promise<void>
}

/**
 * Connects a worker to its parent process, which alone decides when the worker stops: the worker ignores the signals that the
 * system sends to a whole group of processes. If the parent process dies, Node ends the worker.
 */
export function connectToParent<T>(taskSchema: z.ZodType<T>): ParentProcess<T> {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
	// Ends the process immediately. An orderly exit would wait for ever, because the log can no longer be written. Meanwhile the
	// system would go on sending connections to this worker, some of them with events of the payment provider.
	process.prependOnceListener('disconnect', () => process.kill(process.pid, 'SIGKILL'))
	const task = Promise.withResolvers<T>()
	const stopAsked = Promise.withResolvers<void>()
	process.on('message', (message) => {
		if (stopSchema.safeParse(message).success) return stopAsked.resolve()
		const given = taskSchema.safeParse(message)
		if (given.success) task.resolve(given.data)
	})
	return {
		task: task.promise,
		stopAsked: stopAsked.promise,
		tell: (report) => new Promise((resolve) => process.send?.(report, () => resolve())),
	}
}
