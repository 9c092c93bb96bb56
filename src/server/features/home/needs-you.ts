import { z } from 'zod'
import type { AdminDependencies, Trouble } from '#server/admin-api/dependencies.ts'
import { reading } from '#server/admin-api/operation.ts'
import { waitsForAnswer } from '#server/features/disputes/waiting.ts'
import { waitsForRelease } from '#server/features/products/list-products.ts'
import { readWaitingDataRequests } from '#server/features/requests/data-requests.ts'
import { readWaitingRequests } from '#server/features/requests/waiting.ts'
import { readHeldPurchases } from '#server/features/sales/list-held.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failedJobs } from '#server/platform/jobs/queue.ts'
import { costsInWords, fraudInWords, readFraudWarnings } from '#server/shop/fraud-warnings.ts'
import { homeApi } from '#shared/admin/home.ts'
import type { Role } from '#shared/admin/members.ts'
import { disputeStages } from '#shared/dispute.ts'
import { describeJob } from './describe-job.ts'
import { describeQuarantine } from './describe-quarantine.ts'

/** How many items of each kind are read at most. */
const most = 1_000
/** How many items of one kind are listed, unless all of them are asked for. */
const mostOfAKind = 5
const shownJobs = 3
const longestError = 300

const aboutSchema = z.object({
	product: z.string(),
	email: z.string().nullable(),
	user_id: z.uuid().nullable(),
	purchase: z.uuid(),
	receipt: z.string().nullable(),
})

export const needsYou = reading(homeApi['needs-you'], {
	does: 'lists what needs a decision: a quarantine, purchases on hold, disputes, warnings of fraud, buyers who ask for help, requests about data, refused emails, failed jobs, releases and editions that are waiting, and everything else that alerts report',
	roles: ['owner', 'helper', 'accountant'],
	read: async (admin, { all }, { role }) =>
		grouped(
			[
				...(await readQuarantine(admin, role)),
				...(await readDisputes(admin)),
				...(await readFraud(admin)),
				...(await readHeld(admin)),
				...(await readRequests(admin)),
				...(await readDataRequests(admin)),
				...(await readMails(admin)),
				...(await readJobs(admin)),
				// Only owners can decide about these.
				...(role === 'owner' ? [...(await readReleases(admin)), ...(await readEditions(admin))] : []),
				...(await readTroubles(admin)).filter(({ id }) => role === 'owner' || !isForOwners(id)),
			],
			all,
		),
})

/**
 * Returns the first items of each kind, and how many more there are of a kind. All items of the kind `all` are returned. Troubles
 * are never left out: no two are about the same.
 */
function grouped<Item extends { kind: string }>(found: readonly Item[], all: string | undefined) {
	const listed = new Map<string, number>()
	const left = new Map<string, number>()
	const items = found.filter(({ kind }) => {
		const before = listed.get(kind) ?? 0
		const isListed = before < mostOfAKind || kind === all || kind === 'trouble'
		if (isListed) listed.set(kind, before + 1)
		else left.set(kind, (left.get(kind) ?? 0) + 1)
		return isListed
	})
	return { items, more: [...left].map(([kind, count]) => ({ kind, count })) }
}

async function readQuarantine(admin: AdminDependencies, role: Role) {
	const quarantine = await describeQuarantine(admin)
	if (quarantine === undefined) return []
	return [{ ...itemOf(quarantine), may_resume: role === 'owner' && quarantine.mayResume === true }]
}

async function readHeld({ database, payments }: AdminDependencies) {
	const rows = await readHeldPurchases(database, most)
	return rows.map(({ session_id, payment_intent_id, ...row }) => ({
		kind: 'held' as const,
		...row,
		// The sandbox has a page of the Checkout Session instead.
		stripe_page:
			(payment_intent_id === null ? null : payments.pageOf('payment', payment_intent_id)) ??
			(session_id === null ? null : payments.pageOf('Checkout Session', session_id)),
	}))
}

const disputeSchema = aboutSchema.extend({
	dispute: z.string(),
	stage: z.enum(disputeStages),
	amount_pence: z.int(),
	answer_by: z.date().nullable(),
	sent_at: z.date().nullable(),
	has_draft: z.boolean(),
})

async function readDisputes({ database, clock }: AdminDependencies) {
	const rows = await database.query(
		sql`
		select d.id as dispute, d.stage, d.amount_pence, d.answer_by, p.id as purchase, p.product_name as product, p.user_id, u.email,
			r.number as receipt, d.sent_at, d.has_draft
		from (
			select d.id, d.stage, d.amount_pence, d.answer_by, d.payment_intent_id, a.sent_at, a.dispute_id is not null as has_draft
			from shop.disputes d left join shop.dispute_answers a on a.dispute_id = d.id and a.stage = d.stage
			where ${waitsForAnswer(clock.now())}
			order by d.answer_by limit ${most}
		) d
		join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		join public.purchases p on p.id = c.purchase_id
		left join public.receipts r on r.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		order by d.answer_by`,
		disputeSchema,
	)
	return rows.map((row) => ({ kind: 'dispute' as const, ...row }))
}

async function readFraud({ database, clock }: AdminDependencies) {
	const rows = await readFraudWarnings(database, { now: clock.now(), most })
	return rows.map(({ fraud_type, fee_pence, ...row }) => ({
		kind: 'fraud' as const,
		...row,
		fraud: fraudInWords({ fraud_type }),
		costs: costsInWords({ left_pence: row.left_pence, fee_pence }),
	}))
}

async function readRequests({ database }: AdminDependencies) {
	const rows = await readWaitingRequests(database, most)
	return rows.map((row) => ({ kind: 'request' as const, ...row }))
}

async function readDataRequests({ database }: AdminDependencies) {
	const rows = await readWaitingDataRequests(database, most)
	return rows.map((row) => ({ kind: 'data' as const, ...row }))
}

const mailSchema = z.object({
	id: z.coerce.string(),
	mail: z.string(),
	reason: z.string(),
	at: z.date(),
	purchase: z.uuid().nullable(),
	receipt: z.string().nullable(),
	email: z.string().nullable(),
	user_id: z.uuid().nullable(),
})

async function readMails({ database }: AdminDependencies) {
	const rows = await database.query(
		sql`
		select m.id, m.job as mail, m.reason, m.refused_at as at, r.purchase_id as purchase, r.number as receipt, u.email, u.id as user_id
		from shop.refused_mails m
		left join public.receipts r on r.purchase_id = case when m.job = 'send-receipt' and m.reference ~ '^[0-9a-f-]{36}$' then m.reference::uuid end
		left join auth.users u on u.id = r.user_id
		order by m.refused_at desc limit ${most}`,
		mailSchema,
	)
	return rows.map((row) => ({ kind: 'mail' as const, ...row }))
}

const jobSchema = z.object({ job: z.string(), error: z.string(), count: z.int() })

async function readJobs({ database }: AdminDependencies) {
	const rows = await database.query(
		sql`select name as job, error, count(*) over () from ${failedJobs} job order by failed_at desc limit ${shownJobs}`,
		jobSchema,
	)
	const [first] = rows
	if (first === undefined) return []
	const examples = rows.map(({ job, error }) => ({
		job,
		...describeJob(job),
		error: error.slice(0, longestError),
	}))
	return [{ kind: 'jobs' as const, count: first.count, examples }]
}

const releaseSchema = z.object({ product: z.string(), product_id: z.string(), people: z.int() })

async function readReleases({ database }: AdminDependencies) {
	const rows = await database.query(
		sql`
		select p.title as product, p.id as product_id, waiting.people
		from shop.release_emails e
		join public.products p on p.id = e.catalogue_id
		cross join lateral (
			select count(*)::integer as people from shop.release_notices n where n.catalogue_id = p.id and ${waitsForRelease}
		) waiting
		where e.waits and not p.coming_soon and not p.withdrawn and waiting.people > 0 order by e.decided_at limit ${most}`,
		releaseSchema,
	)
	return rows.map((row) => ({ kind: 'release' as const, ...row }))
}

const editionSchema = z.object({
	product: z.string(),
	product_id: z.string(),
	of_catalogue: z.boolean(),
	by: z.string(),
	since: z.date(),
})

async function readEditions({ database }: AdminDependencies) {
	const rows = await database.query(
		sql`
		select p.title as product, p.id as product_id, e.of_catalogue, e.uploaded_by as by, e.uploaded_at as since
		from shop.editions e join public.products p on p.id = e.catalogue_id
		where e.published_at is null and e.ended_at is null order by e.uploaded_at limit ${most}`,
		editionSchema,
	)
	return rows.map((row) => ({ kind: 'edition' as const, ...row }))
}

/** Returns whether only owners can see to a kind of trouble. */
function isForOwners(kind: string): boolean {
	return ['backup', 'damaged-backups', 'turnover', 'asked'].includes(kind) || kind.startsWith('refusals ')
}

/** The kinds of trouble that the lists above show in more detail. */
const listed = ['held', 'disputes', 'fraud', 'requests', 'mails', 'jobs']

async function readTroubles({ readTroubles: read }: AdminDependencies) {
	const troubles = await read()
	return troubles.filter(({ kind }) => !listed.includes(kind)).map(itemOf)
}

function itemOf({ kind: id, title, meaning, todo, command, facts }: Trouble) {
	return {
		kind: 'trouble' as const,
		id,
		title,
		meaning,
		todo,
		command,
		facts: [...facts],
		may_resume: false,
	}
}
