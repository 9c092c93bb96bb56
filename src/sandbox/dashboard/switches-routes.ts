import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { switchesPage } from '#sandbox/dashboard/switches-page.ts'
import { readInput } from '#sandbox/http/requests.ts'
import type { Store } from '#sandbox/store/store.ts'
import { operations } from '#sandbox/stripe/api/routes.ts'
import {
	defaultSwitches,
	faults,
	readSwitches,
	type Switches,
	switchesChange,
	switchesSchema,
	writeSwitches,
} from '#sandbox/stripe/switches/switches.ts'

const names = operations.map(({ name }) => name)
const count = z.coerce.number()
const ticked = z
	.literal('yes')
	.optional()
	.transform((value) => value !== undefined)

/** The first form of the page. All its values arrive as text. */
const eventsForm = z.object({
	delayMs: count,
	dropPercent: count,
	duplicatePercent: count,
	misSignPercent: count,
	stalePercent: count,
	futurePercent: count,
	shuffle: ticked,
	paused: ticked,
	settleAfterSeconds: count,
	refundAfterSeconds: count,
	termsMissing: ticked,
	taxByDefault: ticked,
	callsPerSecond: count,
})

const faultForm = z.object({ operation: z.string(), fault: z.enum(faults), next: count, ms: count })

export function createSwitchesRoutes(store: Store): Hono {
	const app = new Hono()

	app.get('/stripe/switches', (c) => {
		const switches = readSwitches(store)
		return c.req.header('accept')?.includes('text/html')
			? c.html(switchesPage(switches, names))
			: c.json(switches)
	})

	app.put('/stripe/switches', async (c) => {
		const { events, ...rest } = await readInput(c, switchesChange)
		const before = readSwitches(store)
		return c.json(change({ ...before, ...given(rest), events: { ...before.events, ...given(events ?? {}) } }))
	})

	app.delete('/stripe/switches', (c) => c.json(change(defaultSwitches)))

	app.post('/stripe/switches', async (c) => {
		const form = await readInput(c, eventsForm)
		const { settleAfterSeconds, refundAfterSeconds, termsMissing, taxByDefault, callsPerSecond, ...events } =
			form
		const account = { settleAfterSeconds, refundAfterSeconds, termsMissing, taxByDefault, callsPerSecond }
		change({ ...readSwitches(store), events, ...account })
		return c.redirect('/stripe/switches', 303)
	})

	app.post('/stripe/switches/faults', async (c) => {
		const fault = await readInput(c, faultForm)
		const switches = readSwitches(store)
		change({ ...switches, operations: [...switches.operations, fault] })
		return c.redirect('/stripe/switches', 303)
	})

	app.post('/stripe/switches/calm', (c) => {
		change(defaultSwitches)
		return c.redirect('/stripe/switches', 303)
	})

	function change(switches: unknown): Switches {
		const parsed = switchesSchema.safeParse(switches)
		if (!parsed.success) throw new HTTPException(400, { message: z.prettifyError(parsed.error) })
		const unknown = parsed.data.operations.find(
			({ operation }) => operation !== '*' && !names.includes(operation),
		)
		if (unknown !== undefined)
			throw new HTTPException(400, {
				message: `No such operation: ${unknown.operation}. The operations are ${names.join(', ')}.`,
			})
		// In a transaction, because its commit wakes the delivery of events that were paused.
		store.transaction(() => writeSwitches(store, parsed.data))
		return parsed.data
	}

	return app
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
