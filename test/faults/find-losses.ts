import pg from 'pg'
import { z } from 'zod'
import { queuedJobs } from '#server/platform/jobs/queue.ts'
import type { Promises } from './promises.ts'

const rowSchema = z.object({
	id: z.string(),
	user_id: z.string(),
	email: z.string(),
	catalogue_id: z.string(),
	price_pence: z.int(),
	status: z.string(),
	stripe_session_id: z.string().nullable(),
	was_completed: z.boolean(),
	receipt_number: z.string().nullable(),
})

type PurchaseRow = z.infer<typeof rowSchema>

interface Shop {
	/** Connection string of the jobs login, because row level security hides every row from the database owner. */
	databaseUrl: string
	sandboxUrl: string
	promises: Promises
}

/**
 * Checks what the audit cannot see: what was confirmed to users, which emails arrived, and whether the queue is empty.
 * Returns one sentence for each loss (docs/threats.md, I3, I4, I8).
 */
export async function findLosses({ databaseUrl, sandboxUrl, promises }: Shop): Promise<string[]> {
	const client = new pg.Client({ connectionString: databaseUrl })
	await client.connect()
	try {
		const rows = await readPurchases(client)
		return [
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
		select p.id, p.user_id, u.email, p.catalogue_id, p.price_pence, p.status, p.stripe_session_id,
			exists (select from shop.purchase_history h where h.purchase_id = p.id and h.to_status = 'completed') as was_completed,
			(select r.number from public.receipts r where r.purchase_id = p.id) as receipt_number
		from public.purchases p join auth.users u on u.id = p.user_id`)
	return rows.map((row) => rowSchema.parse(row))
}

/** I3: everything confirmed is there. */
function brokenPromises(rows: readonly PurchaseRow[], { free, opened, completed }: Promises): string[] {
	const byCheckoutSession = new Map(rows.map((row) => [row.stripe_session_id, row]))
	const taken = new Set(
		rows
			.filter(({ status, price_pence }) => status === 'completed' && price_pence === 0)
			.map(({ user_id, catalogue_id }) => `${user_id}/${catalogue_id}`),
	)
	return [
		...free
			.filter(({ userId, catalogueId }) => !taken.has(`${userId}/${catalogueId}`))
			.map(({ userId, catalogueId }) => `I3: free guide ${catalogueId} of ${userId} is gone`),
		...opened
			.filter(({ userId, checkoutSessionId }) => byCheckoutSession.get(checkoutSessionId)?.user_id !== userId)
			.map(({ checkoutSessionId }) => `I3: opened Checkout Session ${checkoutSessionId} is unknown`),
		...completed
			.filter((checkoutSessionId) => byCheckoutSession.get(checkoutSessionId)?.was_completed !== true)
			.map(
				(checkoutSessionId) =>
					`I3: Checkout Session ${checkoutSessionId} was said to be completed and is not`,
			),
	]
}

const mailsSchema = z.array(z.object({ text: z.string() }))

/** I4: every buyer of a paid guide has received the receipt. */
async function lostReceipts(rows: readonly PurchaseRow[], sandboxUrl: string): Promise<string[]> {
	const owned = rows.filter(({ status, price_pence }) => status === 'completed' && price_pence > 0)
	const lost: string[] = []
	for (const email of new Set(owned.map((row) => row.email))) {
		const response = await fetch(`${sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`)
		const mails = mailsSchema.parse(await response.json())
		for (const { id, receipt_number: number } of owned.filter((row) => row.email === email)) {
			if (number === null || !mails.some(({ text }) => text.includes(number)))
				lost.push(`I4: no receipt for purchase ${id}`)
		}
	}
	return lost
}

/** I8: no job is waiting, and none is locked by a dead server. Scheduled jobs are left out: a fast clock queues them early. */
async function waitingJobs(client: pg.Client): Promise<string[]> {
	const { rows } = await client.query(`
		select task_identifier, attempts, extract(epoch from run_at - now())::integer as "dueInSeconds", last_error,
			extract(epoch from now() - created_at)::integer as "ageInSeconds",
			extract(epoch from now() - updated_at)::integer as "changedSecondsAgo",
			locked_by, extract(epoch from now() - locked_at)::integer as "heldForSeconds"
		from graphile_worker.jobs
		where id not in (select job.id from ${queuedJobs.text} job where job.payload -> '_cron' is not null)`)
	return rows.map((job) => `I8: job waits: ${JSON.stringify(job)}`)
}
