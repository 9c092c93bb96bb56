import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'
import { dayMs } from '#shared/clock.ts'

const percent = z.number().min(0).max(100)

/** The switches for the delivery of events. */
const eventFields = {
	/** How long the first attempt to deliver an event waits, in milliseconds. */
	delayMs: z
		.int()
		.min(0)
		.max(30 * dayMs),
	/** The percentage of events that are never sent. */
	dropPercent: percent,
	/** The percentage of events that are sent twice. */
	duplicatePercent: percent,
	/** Whether each event is delayed at random, so that events arrive in any order. */
	shuffle: z.boolean(),
	/** The percentage of attempts that are signed with a wrong secret. */
	misSignPercent: percent,
	/** The percentage of attempts whose signature is correct but dated an hour ago. */
	stalePercent: percent,
	/** The percentage of attempts whose signature is correct but dated an hour ahead. */
	futurePercent: percent,
	/** Whether delivery is paused: no event is sent until this is off again. */
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

/** A fault in the next calls of an operation. */
const faultSchema = z.strictObject({
	/** The SDK's name of the operation, such as `checkout.sessions.create`, or `*` for any. */
	operation: z.string().min(1),
	fault: z.enum(faults),
	next: z.int().min(1).max(1_000_000_000).default(1),
	/** How many milliseconds `delay` waits, and the longest time for which `hang` keeps the connection open. */
	ms: z.int().min(0).max(600_000).default(60_000),
	/** The `Retry-After` header of a 429. `shouldRetry` is its `Stripe-Should-Retry` header. */
	retryAfterSeconds: z.int().min(0).max(3_600).optional(),
	shouldRetry: z.boolean().optional(),
})

const fields = {
	operations: z.array(faultSchema).max(100),
	/** How many seconds a bank takes to answer a debit. */
	settleAfterSeconds: z
		.int()
		.min(0)
		.max(30 * 24 * 3_600),
	/** How many seconds a delayed refund takes. */
	refundAfterSeconds: z
		.int()
		.min(0)
		.max(30 * 24 * 3_600),
	/** How many seconds each step of a payout takes: to the bank, into the account, reconciled. */
	payoutStepSeconds: z
		.int()
		.min(0)
		.max(30 * 24 * 3_600),
	/** Whether the account has no terms of service, so that Checkout Sessions cannot require consent to them. */
	termsMissing: z.boolean(),
	/** Whether the account turns tax on, on top of the price, for Checkout Sessions that don't say what they want of tax. */
	taxByDefault: z.boolean(),
	/** The API version of the webhook's events; null for the SDK's. */
	webhookApiVersion: z.string().nullable(),
	/** The rate limit of the API. Calls above it are answered with a 429. */
	callsPerSecond: z.int().min(1).max(1_000_000),
	/** The restricted keys of the account, each with its permissions, such as `checkout_session_write`. */
	restrictedKeys: z.record(z.string().regex(/^rk_test_\w{12,}$/), z.array(z.string())),
}

/** Stripe's limit in test mode (https://docs.stripe.com/rate-limits). */
const testModeCallsPerSecond = 25

export const switchesSchema = z.strictObject({ events: z.strictObject(eventFields), ...fields })

/** A change of some switches. The others stay as they are. */
export const switchesChange = z.strictObject({
	events: z.strictObject(eventFields).partial().optional(),
	...z.strictObject(fields).partial().shape,
})

export type Switches = z.infer<typeof switchesSchema>
export type OperationFault = Switches['operations'][number]

/** The switches of a new sandbox. */
export const defaultSwitches: Switches = {
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
	payoutStepSeconds: 10,
	termsMissing: false,
	taxByDefault: false,
	webhookApiVersion: null,
	callsPerSecond: testModeCallsPerSecond,
	restrictedKeys: {},
}

const name = 'stripe.switches'

export function readSwitches(store: Store): Switches {
	return readSetting(store, name, switchesSchema) ?? defaultSwitches
}

export function writeSwitches(store: Store, switches: Switches): void {
	writeSetting(store, name, switches)
}

/** Returns the first fault that matches the operation, and uses it up. */
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
