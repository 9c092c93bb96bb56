import type { Logger } from 'pino'
import { z } from 'zod'
import { listHeld } from '#server/operations/admin-cli/list-held.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { attachPurchase } from '#server/shop/attach-purchase.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import { refundPurchase, releasePurchase, Undecided } from '#server/shop/decide-purchase.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Word } from '#server/shop/purchases.ts'
import { returnByHand } from '#server/shop/return-by-hand.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'

export interface Desk {
	database: Database
	payments: PaymentProvider
	shop: ShopContext
	clock: Clock
	log: Logger
}

/** Who says so, why, and about which account, as given on the command line. */
type Said = Partial<Word> & { email?: string | undefined }

type Command = (desk: Desk, argument: string | undefined, said?: Said) => Promise<string[]>

/** What an operator can do with purchases: each command answers in lines to read. Throws `Undecided`. */
export const commands: Readonly<Record<string, { does: string; run: Command }>> = {
	held: { does: 'lists the purchases that wait for your decision', run: (desk) => listHeld(desk) },
	release: {
		does: '<purchase>: delivers a held purchase, with its receipt',
		run: async (desk, argument) => {
			const { product_name } = await releasePurchase(desk, purchaseId(argument))
			return [`Delivered: ${product_name}. The receipt is on its way.`]
		},
	},
	attach: {
		does: '<purchase> <email> --by <who>: delivers a purchase on hold that has no account here to the account with that address',
		run: async (desk, argument, said) => {
			const attachment = attachmentOf(said)
			const { product_name } = await attachPurchase(desk, purchaseId(argument), attachment)
			return [`Delivered to ${attachment.email}: ${product_name}. The receipt is on its way.`]
		},
	},
	refund: {
		does: '<purchase>: gives the money back and takes the guide away',
		run: async (desk, argument) => {
			const { product_name, status } = await refundPurchase(desk, purchaseId(argument))
			return [`${product_name} is ${status}.`]
		},
	},
	returned: {
		does: '<purchase> --by <who> --why <how and why>: notes that you have given the money back outside Stripe, and takes the guide away',
		run: async (desk, argument, said) => {
			const { purchase, pence } = await returnByHand(desk, purchaseId(argument), wordOf(said))
			return [
				`${purchase.product_name} is ${purchase.status}: ${formatPounds(pence)} given back by hand. No money was moved by this.`,
			]
		},
	},
	mails: { does: 'lists the mails that the mail server refuses for good', run: listRefusedMails },
	receipt: { does: '<purchase>: mails a receipt again', run: mailAgain },
	retry: {
		does: 'runs jobs again that failed permanently',
		run: retryGivenUp,
	},
	rebuild: {
		does: '[days]: looks for payments, refunds and disputes our records have lost (default 30 days)',
		run: async (desk, argument) => {
			const days = z.coerce
				.number()
				.int()
				.positive()
				.safeParse(argument ?? '30')
			if (!days.success) throw new Undecided('Say how many days to look back, as a whole number.')
			const { rebuilt } = await compareWithProvider({ ...desk, days: days.data })
			const [row] = await desk.database.query<{ held: number }>(sql`
				select count(*)::integer as held from public.purchases where status = 'held'`)
			const held = row?.held ?? 0
			return [
				rebuilt === 1 ? '1 purchase was rebuilt.' : `${rebuilt} purchases were rebuilt.`,
				...(held === 0 ? [] : [`${held} on hold: npm run admin -- held lists them.`]),
			]
		},
	},
}

async function listRefusedMails({ database }: Desk): Promise<string[]> {
	const rows = await database.query<{ line: string }>(sql`
		select to_char(refused_at, 'YYYY-MM-DD HH24:MI') || '  ' || job || ' ' || reference || ': ' || reason as line
		from shop.refused_mails order by refused_at`)
	return rows.length === 0 ? ['No mail is refused.'] : rows.map(({ line }) => line)
}

async function retryGivenUp({ database }: Desk): Promise<string[]> {
	const [row] = await database.query<{ count: number }>(sql`
		select count(*)::integer as count from graphile_worker.reschedule_jobs(
			(select coalesce(array_agg(id), '{}') from graphile_worker.jobs where attempts >= max_attempts),
			run_at => now(), attempts => 0
		)`)
	const count = row?.count ?? 0
	if (count === 0) return ['Nothing was given up.']
	return [count === 1 ? '1 job is tried again.' : `${count} jobs are tried again.`]
}

async function mailAgain({ database }: Desk, argument: string | undefined): Promise<string[]> {
	const id = purchaseId(argument)
	return await database.asServer(async (tx) => {
		const found = await tx.execute(
			sql`update public.receipts set mailed_at = null where purchase_id = ${id} and user_id is not null`,
		)
		if (found === 0)
			throw new Undecided('That purchase has no receipt to send, or its account has been deleted.')
		await tx.execute(sql`delete from shop.refused_mails where job = 'send-receipt' and reference = ${id}`)
		await addJob(tx, 'send-receipt', { purchaseId: id })
		return ['The receipt will be mailed again.']
	})
}

const attachmentSchema = z.object({
	email: z.string().trim().toLowerCase().min(1),
	by: z.string().trim().min(1),
	why: z.string().trim().min(1).optional(),
})

function attachmentOf(said: Said | undefined): z.infer<typeof attachmentSchema> {
	const attachment = attachmentSchema.safeParse(said)
	if (!attachment.success)
		throw new Undecided('Name the purchase, the address of the account, and who decided it: --by "Ada".')
	return attachment.data
}

const wordSchema = z.object({ by: z.string().trim().min(1), why: z.string().trim().min(1) })

function wordOf(said: Said | undefined): Word {
	const word = wordSchema.safeParse(said)
	if (!word.success)
		throw new Undecided(
			'Say who gave the money back, and how and why: --by "Ada" --why "bank transfer of 3 May, card closed".',
		)
	return word.data
}

function purchaseId(argument: string | undefined): string {
	const id = z.uuid().safeParse(argument)
	if (!id.success) throw new Undecided('Name the purchase by its id, as npm run admin -- held shows it.')
	return id.data
}
