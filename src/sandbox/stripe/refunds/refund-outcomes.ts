import { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'

/** How a delayed refund ends (https://docs.stripe.com/testing#refunds). */
export type RefundOutcome = z.infer<typeof outcome>

const outcome = z.enum(['succeeds', 'fails'])

/**
 * `refund_plans` stores how refunds of a charge will end. `refund_outcomes` stores the outcomes that are still pending. `due` is
 * in milliseconds since 1970.
 */
export const refundOutcomesSchema = `
	create table if not exists refund_plans (charge text primary key, outcome text not null) strict;
	create table if not exists refund_outcomes (refund text primary key, outcome text not null, due integer not null) strict;
	create index if not exists refund_outcomes_due on refund_outcomes (due)`

const dueRow = z.object({ refund: z.string(), outcome })

export function planRefunds(store: Store, charge: string, planned: RefundOutcome): void {
	store.run('insert or replace into refund_plans values (?, ?)', charge, planned)
}

/** Returns how refunds of a charge will end; undefined if they succeed at once. */
export function plannedFor(store: Store, charge: string): RefundOutcome | undefined {
	const row = store.get('select outcome from refund_plans where charge = ?', charge)
	return row === undefined ? undefined : outcome.parse(row.outcome)
}

export function scheduleOutcome(store: Store, refund: string, planned: RefundOutcome, due: number): void {
	store.run('insert or replace into refund_outcomes values (?, ?, ?)', refund, planned, due)
}

export function removeOutcome(store: Store, refund: string): void {
	store.run('delete from refund_outcomes where refund = ?', refund)
}

export function dueOutcomes(store: Store, now: number): z.infer<typeof dueRow>[] {
	return store
		.all('select refund, outcome from refund_outcomes where due <= ? order by due', now)
		.map((row) => dueRow.parse(row))
}

export function nextOutcome(store: Store): number | undefined {
	const due = store.get('select min(due) as due from refund_outcomes')?.due
	return typeof due === 'number' ? due : undefined
}
