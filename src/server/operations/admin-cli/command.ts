import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { type Periods, readPeriods } from '#server/features/sales/period.ts'
import type { Progress } from '#server/operations/progress.mjs'
import type { Database } from '#server/platform/db/database.ts'
import { forRehearsal, nextExecution, rehearse } from '#server/shop/execution.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Decided, Plan } from '#server/shop/plan.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

export interface AdminContext {
	database: Database
	payments: PaymentProvider
	shop: ShopContext
	clock: Clock
	log: Logger
	/** The site that this process works for. */
	siteUrl: string
	isRehearsal: boolean
	/** The URL of the admin; undefined if there is none. */
	adminUrl?: string | undefined
	progress?: Pick<Progress, 'report'>
	/** Where a command prints a file; standard output by default. */
	output?: Writable
}

/** What the owner typed after the name of the command. */
export interface Input {
	/** The arguments; undefined for one that was left out. */
	args: readonly (string | undefined)[]
	/** The options that have a value, by name. */
	options: Readonly<Record<string, string | undefined>>
}

/** What a command has found or done, in two forms. */
export interface Outcome {
	/** The data to print with `--json`. */
	data: unknown
	/** The lines to print for people. */
	lines: readonly string[]
}

export interface Usage {
	/** What the command does, for the help. */
	does: string
	/** Its arguments: `<required>` or `[optional]`. */
	takes?: readonly string[]
	/** Its own options and their values, such as `{ amount: '<pounds>' }`. */
	options?: Readonly<Record<string, string>>
	/** The names of the options that are required. */
	needs?: readonly string[]
	/** Whether it prints a file to standard output. Its lines then go to standard error. */
	prints?: boolean
	/** An earlier name of the command, which still works. */
	formerly?: string
}

export interface Command extends Usage {
	/** Whether it changes something. Such a command needs `--by`, and asks before it acts. */
	changes: boolean
	/** The schema of its data. */
	shape: z.ZodType
	/** Prepares the command without changing anything yet. Throws `DecisionError` or `UsageError`. */
	prepare(admin: AdminContext, input: Input): Promise<Plan<Outcome>>
}

/** Thrown for a wrong command line; the message says what is wrong. */
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
	/** Whether its work is many transactions, none of which can be refused. */
	isLong?: boolean
	plan: (admin: AdminContext, input: Input, decided: Decided) => Promise<Plan<z.output<Shape>>>
}

/** Makes a command that changes something. */
export function acting<Shape extends z.ZodType>({
	plan,
	lines,
	isLong = false,
	...rest
}: Acting<Shape>): Command {
	return {
		...rest,
		changes: true,
		prepare: async (admin, input) => {
			const by = input.options.by?.trim() ?? ''
			if (by === '') throw new UsageError('Say who is doing this: --by "Ada".')
			const reason = input.options.reason?.trim() || undefined
			const execution = await nextExecution(admin.database, `admin CLI: ${rest.does}`, own(input, rest))
			const begin = (from: AdminContext) => plan(from, input, { by, reason, execution })
			const rehearsed = await begin({ ...admin, database: forRehearsal(admin.database) })
			if (!isLong && rehearsed.will.length > 0) await rehearse(rehearsed.act)
			const { will, act } = await begin(admin)
			return { will, act: async () => outcomeOf(await act(), lines) }
		},
	}
}

/** Returns what the command is about, without who asks and why. */
function own({ args, options }: Input, { options: names = {} }: Usage): unknown {
	return [args, Object.keys(names).map((name) => (name === 'reason' ? undefined : options[name]))]
}

function outcomeOf<Data>(data: Data, lines: (data: Data) => readonly string[]): Outcome {
	return { data, lines: lines(data) }
}

/** Returns the usage line of a command: its name, arguments and options. */
export function usageLine(name: string, { takes = [], options = {}, needs = [], changes }: Command): string {
	const own = Object.entries(options).map(([option, value]) =>
		needs.includes(option) ? `--${option} ${value}` : `[${`--${option} ${value}`.trimEnd()}]`,
	)
	return [name, ...takes, ...(changes ? ['--by <who>'] : []), ...own].join(' ')
}

export const whatIsAPeriod =
	'A period is a number of days up to today (30), a month (2026-11), a year (2026) or a first and a last day (2026-04-06..2027-04-05).'

/** Reads a period as `readPeriods` does. Throws `UsageError` if the text is not a period. */
export function periodsOf(wanted: string, now: Date): Periods {
	const periods = readPeriods(wanted, now)
	if (periods === undefined) throw new UsageError(whatIsAPeriod)
	return periods
}
