import { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/**
 * A delivery is an event that has to be sent to the shop. It is retried until the shop accepts it. A delivery begins as
 * `pending`. It ends as `delivered`, as `dropped` if a switch decides so, or as `given_up` after three days.
 */
export const deliveriesSchema = `
	create table if not exists deliveries (
		id integer primary key autoincrement,
		event text not null,
		state text not null check (state in ('pending', 'delivered', 'dropped', 'given_up')),
		due integer not null,
		tries integer not null default 0,
		first_try integer
	) strict;
	create index if not exists deliveries_due on deliveries (due) where state = 'pending';
	create index if not exists deliveries_event on deliveries (event);
	create table if not exists delivery_tries (
		delivery integer not null references deliveries,
		at integer not null,
		status integer,
		error text,
		took integer not null
	) strict;
	create index if not exists tries_of_delivery on delivery_tries (delivery)`

const deliveryRow = z.object({
	id: z.int(),
	event: z.string(),
	state: z.enum(['pending', 'delivered', 'dropped', 'given_up']),
	due: z.int(),
	tries: z.int(),
	first_try: z.int().nullable(),
})

/** One delivery. Its times are in milliseconds since 1970. */
export type Delivery = z.infer<typeof deliveryRow>

const attemptRow = z.object({
	at: z.int(),
	status: z.int().nullable(),
	error: z.string().nullable(),
	took: z.int(),
})

/** One attempt. `status` is that of the shop's response; null if there was none, with the reason in `error`. */
export type DeliveryAttempt = z.infer<typeof attemptRow>

const shuffleWindowMs = 3_000

/** Queues an event for delivery, as the switches decide. */
export function scheduleDelivery(world: StripeWorld, event: string): void {
	const { events: switches } = readSwitches(world.store)
	const happens = (percent: number) => world.random() * 100 < percent
	const copies = happens(switches.duplicatePercent) ? 2 : 1
	for (let copy = 0; copy < copies; copy += 1) {
		const wait = switches.delayMs + (switches.shuffle ? Math.floor(world.random() * shuffleWindowMs) : 0)
		addDelivery(
			world.store,
			event,
			world.clock.now().getTime() + wait,
			happens(switches.dropPercent) ? 'dropped' : 'pending',
		)
	}
}

/** Sends an event again now, whatever the state of its earlier delivery. */
export function resend(world: StripeWorld, event: string): void {
	addDelivery(world.store, event, world.clock.now().getTime(), 'pending')
}

function addDelivery(store: Store, event: string, due: number, state: Delivery['state']): void {
	store.run('insert into deliveries (event, state, due) values (?, ?, ?)', event, state, due)
}

/** Lists the deliveries that are due, oldest first, without those in progress (`except`). */
export function dueDeliveries(
	store: Store,
	now: number,
	except: ReadonlySet<number>,
	limit: number,
): Delivery[] {
	return store
		.all(
			"select * from deliveries where state = 'pending' and due <= ? order by due, id limit ?",
			now,
			limit + except.size,
		)
		.map((row) => deliveryRow.parse(row))
		.filter(({ id }) => !except.has(id))
		.slice(0, limit)
}

export function nextDelivery(store: Store, except: ReadonlySet<number>): number | undefined {
	const rows = store.all(
		"select id, due from deliveries where state = 'pending' order by due limit ?",
		except.size + 1,
	)
	const due = rows.find((row) => !except.has(Number(row.id)))?.due
	return typeof due === 'number' ? due : undefined
}

/** Makes failed deliveries due now, after a start or when somebody asks for it. */
export function retryNow(store: Store, now: number): void {
	store.run("update deliveries set due = ? where state = 'pending' and tries > 0 and due > ?", now, now)
}

export function recordAttempt(
	store: Store,
	delivery: Delivery,
	attempt: DeliveryAttempt,
	next: { state: Delivery['state']; due: number },
): void {
	store.transaction(() => {
		store.run(
			'insert into delivery_tries values (?, ?, ?, ?, ?)',
			delivery.id,
			attempt.at,
			attempt.status,
			attempt.error,
			attempt.took,
		)
		store.run(
			'update deliveries set state = ?, due = ?, tries = tries + 1, first_try = coalesce(first_try, ?) where id = ?',
			next.state,
			next.due,
			attempt.at,
			delivery.id,
		)
	})
}

export function deliveriesOf(store: Store, event: string): (Delivery & { attempts: DeliveryAttempt[] })[] {
	return store.all('select * from deliveries where event = ? order by id', event).map((row) => {
		const delivery = deliveryRow.parse(row)
		const attempts = store.all(
			'select at, status, error, took from delivery_tries where delivery = ? order by rowid',
			delivery.id,
		)
		return { ...delivery, attempts: attempts.map((attempt) => attemptRow.parse(attempt)) }
	})
}
