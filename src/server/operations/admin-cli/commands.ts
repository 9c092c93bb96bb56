import type { Logger } from 'pino'
import { z } from 'zod'
import { countNotices } from '#server/operations/admin-cli/count-notices.ts'
import { findUser } from '#server/operations/admin-cli/find-user.ts'
import { listHeld } from '#server/operations/admin-cli/list-held.ts'
import { listSales } from '#server/operations/admin-cli/list-sales.ts'
import { resume } from '#server/operations/admin-cli/resume.ts'
import { answer, hide, listReviews, unhide } from '#server/operations/admin-cli/review-commands.ts'
import { showFunnel } from '#server/operations/admin-cli/show-funnel.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { attachPurchase } from '#server/shop/attach-purchase.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import { DecisionError, refundPurchase, releasePurchase } from '#server/shop/decide-purchase.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { DecisionRecord } from '#server/shop/purchases.ts'
import { returnByHand } from '#server/shop/return-by-hand.ts'
import { hidingReasons } from '#server/shop/reviews/read-review-summaries.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'

const countSchema = z.object({ count: z.int() })

const lineSchema = z.object({ line: z.string() })

const receiptSchema = z.object({ purchase_id: z.uuid() })

const heldSchema = z.object({ held: z.int() })

export interface AdminContext {
	database: Database
	payments: PaymentProvider
	shop: ShopContext
	clock: Clock
	log: Logger
	/** The site of this process. */
	siteUrl: string
}

/** Who decided, why, and for which account, as given on the command line. */
type Options = Partial<DecisionRecord> & { email?: string | undefined; text?: string | undefined }

type Command = (admin: AdminContext, argument: string | undefined, options?: Options) => Promise<string[]>

/** The commands of the admin CLI. Each returns the lines to print. Throws `DecisionError`. */
export const commands: Readonly<Record<string, { does: string; run: Command }>> = {
	held: {
		does: 'lists the purchases on hold, which wait for your decision',
		run: (admin) => listHeld(admin),
	},
	release: {
		does: '<purchase>: delivers a purchase on hold, with its receipt',
		run: async (admin, argument) => {
			const { product_name } = await releasePurchase(admin, await purchaseId(admin, argument))
			return [`Delivered: ${product_name}. The receipt is on its way.`]
		},
	},
	attach: {
		does: '<purchase> <email> --by <who>: delivers a purchase on hold that has no account here to the account with that address',
		run: async (admin, argument, options) => {
			const attachment = attachmentOf(options)
			const { product_name } = await attachPurchase(admin, await purchaseId(admin, argument), attachment)
			return [`Delivered to ${attachment.email}: ${product_name}. The receipt is on its way.`]
		},
	},
	refund: {
		does: '<purchase>: refunds the payment and takes the guide away',
		run: async (admin, argument) => {
			const { product_name, status } = await refundPurchase(admin, await purchaseId(admin, argument))
			return [`${product_name} is ${status}.`]
		},
	},
	returned: {
		does: '<purchase> --by <who> --why <how and why>: records that you have given the money back outside Stripe, and takes the guide away',
		run: async (admin, argument, options) => {
			const { purchase, pence } = await returnByHand(
				admin,
				await purchaseId(admin, argument),
				decisionOf(options),
			)
			return [
				`${purchase.product_name} is ${purchase.status}: ${formatPounds(pence)} recorded as refunded by hand. This moved no money.`,
			]
		},
	},
	resume: {
		does: '[--by <who>]: shows what a restored or copied shop would do once it may charge and email again; with --by, resumes it',
		run: (admin, _argument, options) => resume(admin, options?.by),
	},
	find: {
		does: '<email, part of one, receipt number or id>: shows a user and what they have bought, taken and downloaded',
		run: (admin, argument) => findUser(admin, argument),
	},
	sales: {
		does: '[days or month]: lists sales and refunds with their sums (default: 30 days; a month is 2026-11)',
		run: (admin, argument) => listSales(admin, argument),
	},
	waiting: {
		does: 'counts the people who want to be told when a product that is coming soon is out',
		run: (admin) => countNotices(admin),
	},
	reviews: {
		does: '[all|unanswered|hidden]: lists the newest reviews',
		run: listReviews,
	},
	answer: {
		does: '<review> --by <who> --text <answer>: publishes your answer below a review, or replaces it',
		run: answer,
	},
	hide: {
		does: `<review> --by <who> --why <${hidingReasons.join(' | ')}>: hides a review, which the page counts with its reason`,
		run: hide,
	},
	unhide: {
		does: '<review> --by <who>: shows a hidden review again',
		run: unhide,
	},
	mails: { does: 'lists the emails that the mail server refuses', run: listRefusedMails },
	receipt: { does: '<purchase>: emails a receipt again', run: resendReceipt },
	funnel: {
		does: '[days or month]: shows how many visitors saw, began and finished what (default: 30 days; a month is 2026-11)',
		run: (admin, argument) => showFunnel(admin, argument),
	},
	retry: {
		does: 'retries jobs that failed permanently',
		run: retryFailedJobs,
	},
	rebuild: {
		does: '[days]: looks for payments, refunds and disputes missing from our records (default: 30 days)',
		run: async (admin, argument) => {
			const days = z.coerce
				.number()
				.int()
				.positive()
				.safeParse(argument ?? '30')
			if (!days.success) throw new DecisionError('Say how many days to look back, as a whole number.')
			const { rebuilt } = await compareWithProvider({ ...admin, days: days.data })
			const [row] = await admin.database.query(
				sql`
				select count(*)::integer as held from public.purchases where status = 'held'`,
				heldSchema,
			)
			const held = row?.held ?? 0
			return [
				rebuilt === 1 ? '1 purchase was rebuilt.' : `${rebuilt} purchases were rebuilt.`,
				...(held === 0 ? [] : [`${held} on hold: npm run admin -- held lists them.`]),
			]
		},
	},
}

async function listRefusedMails({ database }: AdminContext): Promise<string[]> {
	const rows = await database.query(
		sql`
		select to_char(refused_at, 'YYYY-MM-DD HH24:MI') || '  ' || job || ' ' || reference || ': ' || reason as line
		from shop.refused_mails order by refused_at`,
		lineSchema,
	)
	return rows.length === 0 ? ['No email is refused.'] : rows.map(({ line }) => line)
}

async function retryFailedJobs({ database }: AdminContext): Promise<string[]> {
	const [row] = await database.query(
		sql`
		select count(*)::integer as count from graphile_worker.reschedule_jobs(
			(select coalesce(array_agg(id), '{}') from graphile_worker.jobs where attempts >= max_attempts),
			run_at => now(), attempts => 0
		)`,
		countSchema,
	)
	const count = row?.count ?? 0
	if (count === 0) return ['No job has failed permanently.']
	return [count === 1 ? '1 job will be retried.' : `${count} jobs will be retried.`]
}

async function resendReceipt(admin: AdminContext, argument: string | undefined): Promise<string[]> {
	const id = await purchaseId(admin, argument)
	return await admin.database.asServer(async (tx) => {
		const found = await tx.execute(
			sql`update public.receipts set mailed_at = null where purchase_id = ${id} and user_id is not null`,
		)
		if (found === 0)
			throw new DecisionError('That purchase has no receipt to send, or its account has been deleted.')
		await tx.execute(sql`delete from shop.refused_mails where job = 'send-receipt' and reference = ${id}`)
		await addJob(tx, 'send-receipt', { purchaseId: id })
		return ['The receipt will be emailed again.']
	})
}

const attachmentSchema = z.object({
	email: z.string().trim().toLowerCase().min(1),
	by: z.string().trim().min(1),
	why: z.string().trim().min(1).optional(),
})

function attachmentOf(options: Options | undefined): z.infer<typeof attachmentSchema> {
	const attachment = attachmentSchema.safeParse(options)
	if (!attachment.success)
		throw new DecisionError('Name the purchase, the address of the account, and who decided it: --by "Ada".')
	return attachment.data
}

const decisionSchema = z.object({ by: z.string().trim().min(1), why: z.string().trim().min(1) })

function decisionOf(options: Options | undefined): DecisionRecord {
	const word = decisionSchema.safeParse(options)
	if (!word.success)
		throw new DecisionError(
			'Say who refunded the money, how and why: --by "Ada" --why "bank transfer of 3 May, card closed".',
		)
	return word.data
}

/** Finds a purchase by its id, or by the number of its receipt, which is what a buyer quotes. */
async function purchaseId({ database }: AdminContext, argument: string | undefined): Promise<string> {
	const id = z.uuid().safeParse(argument)
	if (id.success) return id.data
	const [receipt] = await database.query(
		sql`select purchase_id from public.receipts where number = upper(${argument ?? ''})`,
		receiptSchema,
	)
	if (receipt === undefined)
		throw new DecisionError(
			'Name the purchase by its id, as npm run admin -- held shows it, or by the number of its receipt.',
		)
	return receipt.purchase_id
}
