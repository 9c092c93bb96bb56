import { z } from 'zod'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import type { Store } from '#sandbox/store/store.ts'

const percent = z.number().min(0).max(100)

/** What happens to events on their way to the shop. */
const eventFields = {
	/** Waits so long before the first try. */
	delayMs: z
		.int()
		.min(0)
		.max(30 * 24 * 3_600_000),
	/** So many of a hundred events never leave. */
	dropPercent: percent,
	/** So many of a hundred events are sent twice. */
	duplicatePercent: percent,
	/** Each waits a random while, so they arrive in any order. */
	shuffle: z.boolean(),
	/** So many of a hundred tries carry a signature made with another secret. */
	misSignPercent: percent,
	/** So many of a hundred tries are signed, rightly, for an hour ago. */
	stalePercent: percent,
	/** So many of a hundred tries are signed, rightly, for an hour ahead. */
	futurePercent: percent,
	/** Nothing leaves until this is off again. */
	paused: z.boolean(),
}

export const faults = [
	'delay',
	'hang',
	'answer-500',
	'act-then-500',
	'answer-429',
	'answer-lock-timeout',
	'answer-nonsense',
	'cut-before',
	'cut-after',
] as const

/** What happens to the next so many calls of an operation. */
const faultSchema = z.strictObject({
	/** As the SDK calls it, such as `checkout.sessions.create`; `*` is any. */
	operation: z.string().min(1),
	fault: z.enum(faults),
	next: z.int().min(1).max(1_000_000_000).default(1),
	/** How long `delay` waits, and how long `hang` holds the line at most. */
	ms: z.int().min(0).max(600_000).default(60_000),
	/** What a 429 says of trying again: `Retry-After` and `Stripe-Should-Retry`. */
	retryAfterSeconds: z.int().min(0).max(3_600).optional(),
	shouldRetry: z.boolean().optional(),
})

const fields = {
	operations: z.array(faultSchema).max(100),
	/** A bank debit is answered so long after the buyer left. */
	settleAfterSeconds: z
		.int()
		.min(0)
		.max(30 * 24 * 3_600),
	/** Refunds that do not end at once end so long after they were made. */
	refundAfterSeconds: z
		.int()
		.min(0)
		.max(30 * 24 * 3_600),
	/** As if the account's public details named no terms of service: consent to them cannot be asked for. */
	termsMissing: z.boolean(),
	/** The version of the API the account's webhook was made with, which its events have; null for the SDK's. */
	webhookApiVersion: z.string().nullable(),
	/** How many calls of the API a second may hold; more are answered 429. */
	callsPerSecond: z.int().min(1).max(1_000_000),
	/** Restricted keys beside the secret key, each with its permissions, such as `checkout_session_write`. */
	restrictedKeys: z.record(z.string().regex(/^rk_test_\w{12,}$/), z.array(z.string())),
}

/** Stripe's own limit in test mode (https://docs.stripe.com/rate-limits). */
const testModeCallsPerSecond = 25

export const switchesSchema = z.strictObject({ events: z.strictObject(eventFields), ...fields })

/** Some of the switches, the rest left as they are. */
export const switchesChange = z.strictObject({
	events: z.strictObject(eventFields).partial().optional(),
	...z.strictObject(fields).partial().shape,
})

export type Switches = z.infer<typeof switchesSchema>
export type OperationFault = Switches['operations'][number]

/** How the sandbox is as long as nobody touches a switch. */
export const calm: Switches = {
	events: {
		delayMs: 0,
		dropPercent: 0,
		duplicatePercent: 0,
		shuffle: false,
		misSignPercent: 0,
		stalePercent: 0,
		futurePercent: 0,
		paused: false,
	},
	operations: [],
	settleAfterSeconds: 10,
	refundAfterSeconds: 10,
	termsMissing: false,
	webhookApiVersion: null,
	callsPerSecond: testModeCallsPerSecond,
	restrictedKeys: {},
}

const name = 'stripe.switches'

export function readSwitches(store: Store): Switches {
	return readSetting(store, name, switchesSchema) ?? calm
}

export function writeSwitches(store: Store, switches: Switches): void {
	writeSetting(store, name, switches)
}

/** Uses up one fault of this operation, the first in the list that fits. */
export function takeFault(store: Store, operation: string): OperationFault | undefined {
	const switches = readSwitches(store)
	const fault = switches.operations.find((each) => each.operation === operation || each.operation === '*')
	if (fault === undefined) return undefined
	const operations = switches.operations
		.map((each) => (each === fault ? { ...each, next: each.next - 1 } : each))
		.filter(({ next }) => next > 0)
	writeSwitches(store, { ...switches, operations })
	return fault
}
