import { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'

export const settlementsSchema = `
	create table if not exists settlements (session text primary key, succeeds integer not null, due integer not null) strict;
	create index if not exists settlements_due on settlements (due)`

const row = z.object({ checkoutSessionId: z.string(), succeeds: z.int().transform((value) => value === 1) })

/** Schedules the bank's answer to a debit. `due` is in milliseconds since 1970. */
export function scheduleSettlement(
	store: Store,
	checkoutSessionId: string,
	succeeds: boolean,
	due: number,
): void {
	store.run('insert or replace into settlements values (?, ?, ?)', checkoutSessionId, succeeds ? 1 : 0, due)
}

export function dueSettlements(store: Store, now: number): z.infer<typeof row>[] {
	return store
		.all('select session as "checkoutSessionId", succeeds from settlements where due <= ? order by due', now)
		.map((each) => row.parse(each))
}

export function removeSettlement(store: Store, checkoutSessionId: string): void {
	store.run('delete from settlements where session = ?', checkoutSessionId)
}

export function nextSettlement(store: Store): number | undefined {
	const due = store.get('select min(due) as due from settlements')?.due
	return typeof due === 'number' ? due : undefined
}
