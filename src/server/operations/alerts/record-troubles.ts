import { z } from 'zod'
import { waitsForAnswer } from '#server/features/disputes/waiting.ts'
import { readWaitingDataRequests } from '#server/features/requests/data-requests.ts'
import { readWaitingRequests } from '#server/features/requests/waiting.ts'
import { firstOf, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failedJobs } from '#server/platform/jobs/queue.ts'
import { readLatestAudit } from '#server/shop/latest-audit.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { dayMs } from '#shared/clock.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import { disputeStages, disputeStates } from '#shared/dispute.ts'
import { formatPounds } from '#shared/money.ts'
import { capitalised } from '#shared/wording.ts'

type Records = Pick<Database, 'query'>

const most = 100

const heldSchema = z.object({
	id: z.string(),
	product_name: z.string(),
	pence: z.int().nullable(),
	reason: z.string(),
})

export async function readHeldTrouble(database: Records): Promise<Trouble | undefined> {
	const rows = await database.query(
		sql`
		select p.id, p.product_name, c.amount_paid_pence as pence, coalesce(c.held_reason, 'no reason recorded') as reason
		from public.purchases p left join shop.checkouts c on c.purchase_id = p.id
		where p.status = 'held' order by p.created_at limit ${most}`,
		heldSchema,
	)
	if (rows.length === 0) return undefined
	return {
		kind: 'held',
		title: rows.length === 1 ? 'A payment is on hold' : `${rows.length} payments are on hold`,
		meaning:
			'The shop hasn’t delivered anything, and has asked the buyer not to pay again. It’s waiting for your decision.',
		facts: firstOf(
			rows.map(({ product_name, pence, reason }) => ({
				label: amountOf(product_name, pence),
				value: reason,
			})),
		),
		todo: 'This lists what is on hold. Then release it, refund it or attach it to another account:',
		command: 'npm run admin -- held-purchases',
		cases: rows.map(({ id }) => ({ id, repeats: true })),
	}
}

export async function readRequestTrouble(database: Records): Promise<Trouble | undefined> {
	const rows = [
		...(await readWaitingDataRequests(database, most)).map(({ request, about, answer_by }) => ({
			request,
			label: about === 'data complaint' ? 'Complaint about data' : 'Request about data',
			value: `answer by ${dayOf(answer_by)}`,
		})),
		...(await readWaitingRequests(database, most)).map(({ request, product, asked_at }) => ({
			request,
			label: product,
			value: momentOf(asked_at),
		})),
	]
	if (rows.length === 0) return undefined
	return {
		kind: 'requests',
		title:
			rows.length === 1
				? 'A customer is waiting for an answer'
				: `${rows.length} customers are waiting for an answer`,
		meaning: 'They have written to you about something that they paid for, or about their data.',
		facts: firstOf(rows.map(({ label, value }) => ({ label, value }))),
		todo: 'Read and answer it in the admin, or list what waits:',
		command: 'npm run admin -- needs-you',
		cases: rows.map(({ request }) => ({ id: request, repeats: true })),
	}
}

const disputeSchema = z.object({
	id: z.string(),
	state: z.enum(disputeStates),
	stage: z.enum(disputeStages),
	product_name: z.string(),
	pence: z.int(),
	receipt: z.string().nullable(),
	answer_by: z.date().nullable(),
})

const reminderMs = 3 * dayMs

export async function readDisputes(database: Records, now: Date): Promise<Trouble | undefined> {
	const rows = await database.query(
		sql`
		select d.id, d.state, d.stage, d.amount_pence as pence, d.answer_by, p.product_name, r.number as receipt
		from (
			select * from shop.disputes d
			where ${waitsForAnswer(now)} order by d.answer_by limit ${most}
		) d
		join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		join public.purchases p on p.id = c.purchase_id
		left join public.receipts r on r.purchase_id = p.id
		order by d.answer_by`,
		disputeSchema,
	)
	return disputesTrouble(rows, now)
}

/** Describes disputes; undefined if there are none. */
export function disputesTrouble(
	rows: readonly z.infer<typeof disputeSchema>[],
	now: Date,
): Trouble | undefined {
	const [first] = rows
	if (first === undefined) return undefined
	return {
		kind: 'disputes',
		title: rows.length === 1 ? 'A payment is disputed' : `${rows.length} payments are disputed`,
		meaning:
			'The buyer’s bank has questioned the payment, or has taken the money back. Without an answer by the deadline, the money stays with the buyer.',
		facts: firstOf(
			rows.map(({ product_name, pence, receipt, answer_by, stage }) => ({
				label: [amountOf(product_name, pence), ...(receipt === null ? [] : [`receipt ${receipt}`])].join(
					', ',
				),
				value:
					answer_by === null
						? 'the deadline is at Stripe'
						: `${stage === 'appeal' ? 'lost; appeal' : 'answer'} by ${momentOf(answer_by)}`,
			})),
		),
		todo: 'Answer in the admin (Home, “Write the answer”), where the shop has drafted it, or at Stripe. Your evidence is the receipt with the buyer’s consent, and when they downloaded the guide. This shows it:',
		command: `npm run admin -- customer ${first.receipt ?? '<email>'}`,
		link: { label: 'Answer at Stripe', href: 'https://dashboard.stripe.com/disputes' },
		cases: rows.map(({ id, stage, answer_by }) => ({
			// Each stage is news of its own.
			id: stage === 'dispute' ? id : `${id} ${stage}`,
			repeats: answer_by !== null && answer_by.getTime() - now.getTime() < reminderMs,
		})),
	}
}

const silenceSchema = z.object({ sales: z.int(), newest_event: z.date().nullable() })

const eventDelayMs = 10 * 60_000

/**
 * Finds out whether the provider's events have stopped arriving. The sign is a sale that was delivered because the buyer came
 * back or the shop asked the provider, if neither the event of that sale nor a later event has arrived since.
 */
export async function readMissingEvents(database: Records, now: Date): Promise<Trouble | undefined> {
	const aDayAgo = new Date(now.getTime() - dayMs)
	const found = await maybeOne(
		database,
		sql`
		-- Leaves out the event that the doctor sends to try the webhook.
		with newest as (select max(received_at) as at from shop.payment_events where type <> 'doctor.checked')
		select count(*)::integer as sales, (select at from newest) as newest_event
		from public.receipts r join shop.purchase_history h on h.purchase_id = r.purchase_id
		where r.paid_at > ${aDayAgo} and h.at > ${aDayAgo} and h.at < ${new Date(now.getTime() - eventDelayMs)}
			and h.from_status = 'pending' and h.to_status = 'completed' and h.cause in ('success page', 'reconciliation')
			-- The event may have arrived shortly before the delivery.
			and h.at - interval '5 minutes' > coalesce((select at from newest), '-infinity')`,
		silenceSchema,
	)
	if (found === undefined || found.sales === 0) return undefined
	const { sales, newest_event } = found
	return {
		kind: 'events',
		title: 'No events arrive from Stripe',
		meaning:
			'Nothing is lost: the shop asks Stripe by itself, so what is paid is delivered within five minutes. But it may notice a refund made at Stripe, or a dispute, only after an hour.',
		facts: [
			{ label: 'Sales without an event', value: String(sales) },
			{ label: 'Newest event', value: newest_event === null ? 'none yet' : momentOf(newest_event) },
		],
		todo: 'Usually STRIPE_WEBHOOK_SECRET isn’t the signing secret of the endpoint, or the endpoint is switched off at Stripe. Once that is put right, Stripe sends again what it couldn’t deliver. This says more:',
		command: commandPages.doctor.command,
		link: { label: 'See the endpoint at Stripe', href: 'https://dashboard.stripe.com/webhooks' },
		cases: [{ id: 'silent', repeats: true }],
	}
}

const failedRefundSchema = z.object({
	id: z.string(),
	product_name: z.string(),
	pence: z.int(),
	receipt: z.string().nullable(),
	at: z.date(),
})

/** How far back to look: longer than a bank may take to refuse a refund. */
const refundsMs = 60 * dayMs

/**
 * Finds the refunds that failed and were not made again. Leaves out payments that went on hold, because those are a trouble of
 * their own.
 */
export async function readFailedRefunds(database: Records, now: Date): Promise<Trouble | undefined> {
	const rows = await database.query(
		sql`
		select f.id, p.product_name, f.amount_pence as pence, r.number as receipt, f.at
		from public.refunds f
		join public.purchases p on p.id = f.purchase_id
		left join public.receipts r on r.purchase_id = f.purchase_id
		where not f.stands and f.kind = 'refund' and f.at > ${new Date(now.getTime() - refundsMs)} and p.status <> 'held'
			and not exists (
				select from public.refunds l
				where l.purchase_id = f.purchase_id and l.stands and l.at > f.at and l.amount_pence >= f.amount_pence
			)
		order by f.at desc limit ${most}`,
		failedRefundSchema,
	)
	const [first] = rows
	if (first === undefined) return undefined
	return {
		kind: 'refunds',
		title: rows.length === 1 ? 'A refund has failed' : `${rows.length} refunds have failed`,
		meaning:
			'The buyer’s bank refused the money, so it’s back with you. The shop has emailed the buyer, asking them to write to you, and has given the guide back if it was taken away.',
		facts: firstOf(
			rows.map(({ product_name, pence, receipt, at }) => ({
				label: [amountOf(product_name, pence), ...(receipt === null ? [] : [`receipt ${receipt}`])].join(
					', ',
				),
				value: `refunded on ${dayOf(at)}`,
			})),
		),
		todo: 'Refund it again, or pay it back in another way and record that with npm run admin -- record-refund. This shows the sale:',
		command: `npm run admin -- customer ${first.receipt ?? '<email>'}`,
		cases: rows.map(({ id }) => ({ id, repeats: false })),
	}
}

const refusedSchema = z.object({
	job: z.string(),
	reference: z.string(),
	reason: z.string(),
	receipt: z.string().nullable(),
})

export async function readRefusedMails(database: Records): Promise<Trouble | undefined> {
	const rows = await database.query(
		sql`
		select m.job, m.reference, m.reason, r.number as receipt
		from shop.refused_mails m
		left join public.receipts r on r.purchase_id = case when m.job = 'send-receipt' and m.reference ~ '^[0-9a-f-]{36}$' then m.reference::uuid end
		order by m.refused_at desc limit ${most}`,
		refusedSchema,
	)
	if (rows.length === 0) return undefined
	return {
		kind: 'mails',
		title: rows.length === 1 ? 'An email is refused' : `${rows.length} emails are refused`,
		meaning: 'Usually the address is mistyped. The shop tries six times, then gives up.',
		facts: firstOf(
			rows.map(({ job, receipt, reason }) => ({ label: receipt ?? spoken(job), value: reason })),
		),
		todo: 'This lists all that are refused. Once a buyer’s address is right, npm run admin -- resend-receipt sends their receipt again:',
		command: 'npm run admin -- refused-mails',
		cases: rows.map(({ job, reference }) => ({ id: `${job} ${reference}`, repeats: false })),
	}
}

const failedSchema = z.object({ id: z.coerce.string(), name: z.string(), error: z.string() })
const longestError = 200

export async function readFailedJobs(database: Records): Promise<Trouble | undefined> {
	const rows = await database.query(
		sql`select id, name, error from ${failedJobs} job order by id desc limit ${most}`,
		failedSchema,
	)
	if (rows.length === 0) return undefined
	return {
		kind: 'jobs',
		title: rows.length === 1 ? 'A job has failed permanently' : `${rows.length} jobs have failed permanently`,
		meaning: 'The shop has tried many times, without success.',
		facts: firstOf(
			rows.map(({ name, error }) => ({ label: spoken(name), value: error.slice(0, longestError) })),
		),
		todo: 'Put right the cause, which is also in the log. Then retry them:',
		command: 'npm run admin -- retry-jobs --by <you>',
		cases: rows.map(({ id }) => ({ id, repeats: false })),
	}
}

export async function readAuditTroubles(database: Records): Promise<Trouble | undefined> {
	const { finished_at, differences = 0 } = (await readLatestAudit(database)) ?? {}
	if (finished_at === undefined || differences === 0) return undefined
	return {
		kind: 'audit',
		title: differences === 1 ? 'The audit found a difference' : `The audit found ${differences} differences`,
		meaning:
			'The payments at Stripe and the purchases here don’t match. Payments on hold and jobs that failed permanently are counted too.',
		facts: [{ label: 'Audit of', value: momentOf(finished_at) }],
		todo: 'This describes each difference in a sentence:',
		command: commandPages.audit.command,
		cases: [{ id: `${differences}`, repeats: false }],
	}
}

function amountOf(product: string, pence: number | null): string {
	return pence === null ? product : `${product}, ${formatPounds(pence)}`
}

/** Turns the name of a job, such as `send-receipt`, into words. */
function spoken(job: string): string {
	const words =
		job === 'send-one-time-token'
			? 'confirmation or sign-in link'
			: job.replace(/^send-/, '').replaceAll('-', ' ')
	return capitalised(words)
}
