import { z } from 'zod'
import { rooms, spendingCategories } from './choices.ts'

// Before the first schema: otherwise Zod tries to compile code, which the pages' content security policy refuses and reports.
z.config({ jitless: true })

const typedSchema = z.union([z.string().max(200), z.number().min(-1e9).max(1e9), z.null()])

/** The contents of a field that the user fills in: text, a number or nothing. A date is a day number, as in a spreadsheet. */
export type Typed = z.infer<typeof typedSchema>

const row = z.int().min(1).max(10_000)

const dueSchema = z.object({
	row,
	name: typedSchema,
	amount: typedSchema,
	rhythm: typedSchema,
	first: typedSchema,
	last: typedSchema,
	/** `Yes` or `No`; null for a cost. */
	stretch: typedSchema,
})
const goalSchema = z.object({
	row,
	name: typedSchema,
	target: typedSchema,
	saved: typedSchema,
	from: typedSchema,
	by: typedSchema,
})
/** What came in during a week, apart from money that starts a stretch. Its row is the number of the week. */
const paySchema = z.object({ row: z.int().min(1).max(rooms.weeks), amount: typedSchema })
const paymentSchema = z.object({
	row,
	date: typedSchema,
	category: typedSchema,
	amount: typedSchema,
	note: typedSchema,
})

/**
 * Everything that was typed into the planner, valid or not. Each list has one entry for each row of its sheet. What has a default is
 * missing in plans that were saved before there was such a field.
 */
export const typedPlanSchema = z.object({
	firstMonday: typedSchema,
	lastWeek: typedSchema,
	starting: typedSchema,
	terms: z.array(typedSchema).max(rooms.terms).readonly(),
	/** The account must never have less than this; below zero, an overdraft that may be used. */
	floor: typedSchema.default(null),
	showWeek: typedSchema,
	bank: typedSchema,
	bankDate: typedSchema,
	income: listOf(dueSchema, rooms.income),
	costs: listOf(dueSchema, rooms.costs),
	goals: listOf(goalSchema, rooms.goals),
	pay: listOf(paySchema, rooms.weeks).default([]),
	/** What spending can be on. */
	categories: z
		.array(typedSchema)
		.max(rooms.categories)
		.readonly()
		.default([...spendingCategories]),
	spending: listOf(paymentSchema, rooms.spending),
})

/** Each row has a number of its own. */
function listOf<R extends { row: number }>(one: z.ZodType<R>, room: number) {
	return z
		.array(one)
		.max(room)
		.refine((list) => new Set(list.map((entry) => entry.row)).size === list.length, 'has a row twice')
		.readonly()
}

export type TypedPlan = z.infer<typeof typedPlanSchema>
export type TypedDue = z.infer<typeof dueSchema>
export type TypedGoal = z.infer<typeof goalSchema>
export type TypedPay = z.infer<typeof paySchema>
export type TypedPayment = z.infer<typeof paymentSchema>

const dayMs = 24 * 60 * 60 * 1000
/** Day 0 of a spreadsheet's calendar. */
const epoch = Date.UTC(1899, 11, 30)

export function dayNumber(iso: string): number {
	return (Date.parse(iso) - epoch) / dayMs
}

export function dateOf(day: number): Date {
	return new Date(epoch + day * dayMs)
}
