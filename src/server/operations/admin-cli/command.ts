import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Progress } from '#server/operations/progress.mjs'
import type { Database } from '#server/platform/db/database.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Decided, Plan } from '#server/shop/plan.ts'
import { type Periods, readPeriods } from '#server/shop/sales/period.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

export interface AdminContext {
	database: Database
	payments: PaymentProvider
	shop: ShopContext
	clock: Clock
	log: Logger
	/** The site of this process. */
	siteUrl: string
	isRehearsal: boolean
	/** Where the admin is; undefined if there is none. */
	adminUrl?: string | undefined
	progress?: Pick<Progress, 'report'>
	/** Where a command that prints a file prints it; standard output unless set. */
	output?: Writable
}

/** What the owner typed after the name of the command. */
export interface Input {
	/** The arguments; one that may be left out is undefined. */
	args: readonly (string | undefined)[]
	/** The options with a value, by name. */
	options: Readonly<Record<string, string | undefined>>
}

/** What a command has found or done. */
export interface Outcome {
	/** For `--json`, in the shape of the command. */
	data: unknown
	/** For people. */
	lines: readonly string[]
}

export interface Usage {
	/** What it does, for the help. */
	does: string
	/** Its arguments: `<must>` or `[may]`. */
	takes?: readonly string[]
	/** Its own options and their values, such as `{ amount: '<pounds>' }`. */
	options?: Readonly<Record<string, string>>
	/** Those of its options that must be given. */
	needs?: readonly string[]
	/** Whether it prints a file itself; its lines are then said beside it. */
	prints?: boolean
	/** A name that it had before, and still answers to. */
	formerly?: string
}

export interface Command extends Usage {
	/** Whether it changes something: then it needs `--by`, and asks before it acts. */
	changes: boolean
	/** The shape of its data. */
	shape: z.ZodType
	/** Prepares the command, which changes nothing yet. Throws `DecisionError` or `UsageError`. */
	prepare(admin: AdminContext, input: Input): Promise<Plan<Outcome>>
}

/** The command line was wrong; the message says how. */
export class UsageError extends Error {
	constructor(message: string) {
		super(message)
		this.name = 'UsageError'
	}
}

interface Printed<Shape extends z.ZodType> extends Usage {
	shape: Shape
	lines: (data: z.output<Shape>) => readonly string[]
}

interface Reading<Shape extends z.ZodType> extends Printed<Shape> {
	read: (admin: AdminContext, input: Input) => Promise<z.output<Shape>>
}

/** Makes a command that only reads. */
export function reading<Shape extends z.ZodType>({ read, lines, ...rest }: Reading<Shape>): Command {
	return {
		...rest,
		changes: false,
		prepare: async (admin, input) => ({
			will: [],
			act: async () => outcomeOf(await read(admin, input), lines),
		}),
	}
}

interface Acting<Shape extends z.ZodType> extends Printed<Shape> {
	plan: (admin: AdminContext, input: Input, decided: Decided) => Promise<Plan<z.output<Shape>>>
}

/** Makes a command that changes something. */
export function acting<Shape extends z.ZodType>({ plan, lines, ...rest }: Acting<Shape>): Command {
	return {
		...rest,
		changes: true,
		prepare: async (admin, input) => {
			const by = input.options.by?.trim() ?? ''
			if (by === '') throw new UsageError('Say who does this: --by "Ada".')
			const reason = input.options.reason?.trim() || undefined
			const { will, act } = await plan(admin, input, { by, reason })
			return { will, act: async () => outcomeOf(await act(), lines) }
		},
	}
}

function outcomeOf<Data>(data: Data, lines: (data: Data) => readonly string[]): Outcome {
	return { data, lines: lines(data) }
}

/** Returns the command line of a command. */
export function usageLine(name: string, { takes = [], options = {}, needs = [], changes }: Command): string {
	const own = Object.entries(options).map(([option, value]) =>
		needs.includes(option) ? `--${option} ${value}` : `[${`--${option} ${value}`.trimEnd()}]`,
	)
	return [name, ...takes, ...(changes ? ['--by <who>'] : []), ...own].join(' ')
}

/** Reads a period as `readPeriods` does. Throws `UsageError` if it is none. */
export function periodsOf(wanted: string, now: Date): Periods {
	const periods = readPeriods(wanted, now)
	if (periods === undefined)
		throw new UsageError('Say how many days, as a whole number, or which month, such as 2026-11.')
	return periods
}
