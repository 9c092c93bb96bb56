import pg from 'pg'
import { z } from 'zod'
import type { LedgerEntry } from './ledger.ts'
import type { Promises } from './promises.ts'

const rowSchema = z.object({
	id: z.string(),
	user_id: z.string(),
	email: z.string(),
	catalogue_id: z.string(),
	price_pence: z.int(),
	currency: z.string(),
	status: z.string(),
	stripe_session_id: z.string().nullable(),
	was_completed: z.boolean(),
})

type PurchaseRow = z.infer<typeof rowSchema>

interface Books {
	databaseUrl: string
	sandboxUrl: string
	ledger: readonly LedgerEntry[]
	promises: Promises
}

/**
 * Compares what the provider knows, what the shop keeps and what buyers were told, on its own, without any code of the shop's.
 * Returns each difference in a sentence; nothing where money and goods agree (threats section 3.1, I1 to I4).
 */
export async function findDifferences({
	databaseUrl,
	sandboxUrl,
	ledger,
	promises,
}: Books): Promise<string[]> {
	const client = new pg.Client({ connectionString: databaseUrl })
	await client.connect()
	try {
		const rows = await readPurchases(client)
		return [
			...ledger.flatMap((entry) => unpaidOrTwice(entry, rows)),
			...rows.flatMap((row) => ownedWithoutPayment(row, ledger)),
			...brokenPromises(rows, promises),
			...(await lostReceipts(rows, sandboxUrl)),
			...(await waitingJobs(client)),
		]
	} finally {
		await client.end()
	}
}

async function readPurchases(client: pg.Client): Promise<PurchaseRow[]> {
	const { rows } = await client.query(`
		select p.id, p.user_id, u.email, p.catalogue_id, p.price_pence, p.currency, p.status, p.stripe_session_id,
			exists (select from shop.purchase_history h where h.purchase_id = p.id and h.to_status = 'completed') as was_completed
		from public.purchases p join auth.users u on u.id = p.user_id`)
	return rows.map((row) => rowSchema.parse(row))
}

/** I1: each paid session has exactly one row, in the state its money is in; an unpaid one is owned by nobody. */
function unpaidOrTwice(entry: LedgerEntry, rows: readonly PurchaseRow[]): string[] {
	const mine = rows.filter((row) => row.stripe_session_id === entry.sessionId)
	const name = `session ${entry.sessionId} (${entry.isPaid ? 'paid' : 'not paid'})`
	const [row, second] = mine
	if (second !== undefined) return [`I1: ${name} has ${mine.length} rows`]
	if (!entry.isPaid) return row?.was_completed ? [`I1: ${name} is ${row.status}`] : []
	if (row === undefined) return [`I1: ${name} has no row`]
	const wanted = wantedStates(entry)
	return wanted.includes(row.status) ? [] : [`I1: ${name} is ${row.status}, not ${wanted.join(' or ')}`]
}

function wantedStates(entry: LedgerEntry): string[] {
	if (entry.dispute === 'lost' || entry.isRefunded) return ['refunded', 'duplicate']
	// A second payment that is disputed cannot be given back: the bank decides.
	if (entry.dispute === 'needs_response') return ['disputed', 'duplicate']
	return ['completed']
}

/** I2: whoever owns a paid guide has paid its price for it. */
function ownedWithoutPayment(row: PurchaseRow, ledger: readonly LedgerEntry[]): string[] {
	if (row.status !== 'completed' || row.price_pence === 0) return []
	const paid = ledger.find((entry) => entry.sessionId === row.stripe_session_id)
	const agrees =
		paid?.isPaid === true &&
		paid.subtotalPence === row.price_pence &&
		paid.currency === row.currency &&
		paid.userId === row.user_id
	return agrees ? [] : [`I2: purchase ${row.id} is completed without a payment that fits`]
}

/** I3: what was answered with a yes is there. */
function brokenPromises(rows: readonly PurchaseRow[], { free, opened, completed }: Promises): string[] {
	const has = (fits: (row: PurchaseRow) => boolean) => rows.some(fits)
	return [
		...free
			.filter(
				({ userId, catalogueId }) =>
					!has(
						(row) => row.user_id === userId && row.catalogue_id === catalogueId && row.status === 'completed',
					),
			)
			.map(({ userId, catalogueId }) => `I3: free guide ${catalogueId} of ${userId} is gone`),
		...opened
			.filter(
				({ userId, sessionId }) =>
					!has((row) => row.stripe_session_id === sessionId && row.user_id === userId),
			)
			.map(({ sessionId }) => `I3: opened session ${sessionId} is unknown`),
		...completed
			.filter((sessionId) => !has((row) => row.stripe_session_id === sessionId && row.was_completed))
			.map((sessionId) => `I3: session ${sessionId} was said to be completed and is not`),
	]
}

const mailsSchema = z.array(z.object({ text: z.string() }))

/** I4: every owner of a paid guide has had the receipt. */
async function lostReceipts(rows: readonly PurchaseRow[], sandboxUrl: string): Promise<string[]> {
	const owned = rows.filter(({ status, price_pence }) => status === 'completed' && price_pence > 0)
	const lost: string[] = []
	for (const email of new Set(owned.map((row) => row.email))) {
		const response = await fetch(`${sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`)
		const mails = mailsSchema.parse(await response.json())
		for (const { id } of owned.filter((row) => row.email === email)) {
			if (!mails.some(({ text }) => text.includes(id))) lost.push(`I4: no receipt for purchase ${id}`)
		}
	}
	return lost
}

/** I8: nothing is stuck: no job waits that could have been done, none is held by a server that died. */
async function waitingJobs(client: pg.Client): Promise<string[]> {
	const { rows } = await client.query(`
		select task_identifier, attempts, last_error, locked_at is not null as held from graphile_worker.jobs
		where task_identifier not in ('reconcile-purchases', 'purge-expired')`)
	return rows.map((job) => `I8: job waits: ${JSON.stringify(job)}`)
}
