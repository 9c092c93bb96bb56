import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { adminApi, type OperationName } from '#shared/admin/api.ts'
import { residentBytes } from '../shop.ts'
import { ofReviews, type WatchedPostgres } from './watch-plans.ts'

/** A request to the admin. */
interface AdminRead {
	operation: OperationName
	query: Record<string, string>
}

export interface MeasuredRead {
	name: string
	/** How long the caller waits, in milliseconds. */
	median: number
	longest: number
	/** The part of the query plans that has read the most rows. */
	worst: { part: string; rows: number }
	/** The large tables that were read as a whole, except where that is intended. */
	wholeTables: readonly string[]
}

/** The admin's address, and the key for calling it. */
export interface AdminAddress {
	url: string
	secretKey: string
}

const rounds = 9

const exampleSchema = z.object({
	email: z.string(),
	user_id: z.uuid(),
	number: z.string(),
	intent: z.string(),
	product: z.string(),
	purchase: z.uuid(),
	dispute: z.string(),
	today: z.iso.date(),
	first_day: z.iso.date(),
})

/** Reads everything that the admin shows of a shop, several times, and measures how long the caller waits. */
export async function measureReads(
	postgres: WatchedPostgres,
	{ admin, client }: { admin: AdminAddress; client: pg.Client },
): Promise<MeasuredRead[]> {
	const measured: MeasuredRead[] = []
	for (const { operation, query } of await readsOf(client)) {
		const path = `${operation}?${new URLSearchParams(query)}`
		postgres.forget()
		const times: number[] = []
		for (let round = 0; round < rounds; round += 1) {
			const startedAt = performance.now()
			await (await ask(admin, path)).arrayBuffer()
			times.push(performance.now() - startedAt)
		}
		// PostgreSQL's log arrives a moment later.
		await pause(100)
		const statements = postgres
			.statements()
			.filter(({ text }) => !/graphile_worker/.test(text) && !ofReviews.test(text))
		const [median = 0, longest = 0] = [Math.floor(rounds / 2), rounds - 1].map(
			(place) => times.toSorted((one, other) => one - other)[place],
		)
		const isMeant = (table: string) =>
			sums.includes(table) || meant[operation]?.(query).includes(table) === true
		measured.push({
			name: path.replace(/\?$/, ''),
			median,
			longest,
			worst: statements.map(({ worst }) => worst).toSorted((one, other) => other.rows - one.rows)[0] ?? {
				part: '',
				rows: 0,
			},
			wholeTables: [...new Set(statements.flatMap(({ wholeTables }) => [...wholeTables]))].filter(
				(table) => !isMeant(table),
			),
		})
	}
	return measured
}

/** Tables that stay small, with a few rows for each day, however much is sold. */
const sums = ['movement_sums', 'daily_steps', 'page_views']

/** How many characters of an address the owner types to find customers. */
const ofBeginning = 6

/** The tables that an operation is meant to read as a whole. */
const meant: Partial<Record<OperationName, (query: AdminRead['query']) => string[]>> = {
	// Reads the stars of each product, and how many addresses wait for its release.
	products: () => ['reviews', 'release_notices'],
	reviews: () => ['reviews'],
	// Hundreds of addresses begin with the same letters. With 10,000 users, reading the whole table is faster than using an index.
	customers: ({ text = '' }) => (text.length === ofBeginning ? ['users'] : []),
	product: () => ['release_notices'],
	// Few purchases are disputed or refunded.
	'needs-you': () => ['disputes', 'refunds', 'release_notices'],
	// Reads the whole log to list the names of everybody with an entry in it. There are at most a few thousand entries a year.
	log: () => ['owner_acts'],
	'shop-health': () => ['disputes'],
}

/** Returns every operation that reads, with the inputs that are expensive in a large shop. */
async function readsOf(client: pg.Client): Promise<AdminRead[]> {
	const { rows } = await client.query(`
		select u.email, u.id as user_id, r.number, c.payment_intent_id as intent, p.id as purchase, p.catalogue_id as product, d.id as dispute,
			to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today,
			(select to_char(min(paid_at) at time zone 'Europe/London', 'YYYY-MM-DD') from public.receipts) as first_day
		from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		join public.purchases p on p.id = c.purchase_id join auth.users u on u.id = p.user_id
		join public.receipts r on r.purchase_id = p.id
		where u.email like '%.example' and p.catalogue_id ~ '^[0-9]+$' limit 1`)
	const example = exampleSchema.parse(rows[0])
	const { email, user_id: id, number, intent, purchase, product, dispute, today, first_day: from } = example
	const days = (count: number) => ({ from: daysBefore(today, count - 1), to: today })
	const [month, year, always] = [days(28), days(365), { from, to: today }]
	const after = Buffer.from(JSON.stringify([`${today}T00:00:00.000000Z`, '1'])).toString('base64url')
	const queries: Partial<Record<OperationName, Record<string, string>[]>> = {
		funnel: [{}, { days: '365' }],
		dispute: [{ dispute }],
		'sales-figures': [
			...[days(1), days(7), month, year, always],
			...[{ product }, { status: 'refunded' }, { country: 'FR' }].map((filter) => ({ ...year, ...filter })),
		],
		sales: [
			month,
			...[
				{},
				{ order: 'oldest' },
				{ order: 'oldest', product },
				{ what: 'refunds' },
				{ what: 'disputes' },
				{ what: 'returned' },
				{ product },
				{ country: 'FR' },
			],
			...['paid', 'part refunded', 'refunded', 'disputed'].map((status) => ({ status })),
			{ what: 'refunds', product, status: 'part refunded', country: 'unknown' },
		].map((filter) => ({ ...always, ...filter })),
		'count-new-sales': [{ ...month, after }],
		books: [{ month: today.slice(0, 7) }, { month: daysBefore(today, 31).slice(0, 7) }],
		customers: [
			...[
				'',
				email,
				email.slice(0, ofBeginning),
				email.slice(2, 12),
				'amara ok',
				'nobody at all',
				number,
				intent,
			].map((text) => ({ text })),
		],
		customer: [{ id }],
		sale: [{ id: purchase }],
		'find-sales': [number, intent, dispute].map((text) => ({ text })),
		product: [{ id: product }],
		log: [{}, { by: 'Ada' }],
		reviews: [{}, { show: 'all' }],
		message: [{ name: 'receipt' }],
		// Left out: a large shop has no more announcements than a small one.
		announcement: [],
	}
	const names = Object.keys(adminApi) as OperationName[]
	return names
		.filter((name) => adminApi[name].kind === 'read')
		.flatMap((operation) => (queries[operation] ?? [{}]).map((query) => ({ operation, query })))
}

export interface MeasuredExport {
	rows: number
	seconds: number
	/** By how much the server's memory grew. */
	megabytes: number
	/** The most memory that the server used. */
	peakMegabytes: number
}

/** Exports the sales of a year, and measures the memory of the server meanwhile. */
export async function measureExport(
	admin: AdminAddress,
	{ client, pid }: { client: pg.Client; pid: number | undefined },
): Promise<MeasuredExport> {
	const today = await todayOf(client)
	const query = new URLSearchParams({ from: daysBefore(today, 364), to: today })
	const before = await residentBytes(pid)
	let peak = before
	let isOver = false
	const watching = (async () => {
		while (!isOver) {
			peak = Math.max(peak, await residentBytes(pid))
			await pause(200)
		}
	})()
	const startedAt = performance.now()
	const answer = await ask(admin, `export-sales?${query}`)
	let rows = -1
	for await (const chunk of answer.body ?? []) for (const byte of chunk) if (byte === 10) rows += 1
	isOver = true
	await watching
	const megabytes = (bytes: number) => Math.round(bytes / (1 << 20))
	return {
		rows,
		seconds: (performance.now() - startedAt) / 1000,
		megabytes: megabytes(peak - before),
		peakMegabytes: megabytes(peak),
	}
}

async function todayOf(client: pg.Client): Promise<string> {
	const { rows } = await client.query(
		"select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today",
	)
	return exampleSchema.pick({ today: true }).parse(rows[0]).today
}

async function ask({ url, secretKey }: AdminAddress, path: string): Promise<Response> {
	const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${secretKey}` } })
	if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
	return answer
}

function daysBefore(day: string, count: number): string {
	return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
}
