import { z } from 'zod'
import type { Subject } from '#server/features/customers/find-purchase.ts'
import { describeOpenings } from '#server/features/customers/openings.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { count, exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { attachPurchase } from '#server/shop/attach-purchase.ts'
import {
	readProviderForOwner,
	refundPart,
	refundPurchase,
	releasePurchase,
} from '#server/shop/decide-purchase.ts'
import type { PlannedRefund } from '#server/shop/emails/send-refund-notice.ts'
import { heldByBank, paymentNotFound, purchaseWasFree, takenByBank } from '#server/shop/errors.ts'
import { sendReceiptJob } from '#server/shop/jobs.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import type { CurrentPayment, PaymentProvider } from '#server/shop/payment-provider.ts'
import { type Decided, DecisionError, type Plan, PlanChanged } from '#server/shop/plan.ts'
import { countRefundsAsked } from '#server/shop/refunds-under-way.ts'
import { readReturnable, returnByHand } from '#server/shop/return-by-hand.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { formatPounds } from '#shared/money.ts'

/** The dependencies of the functions that decide about purchases. */
export interface PurchaseContext {
	database: Database
	payments: PaymentProvider
	shop: ShopContext
}

export const decidedPurchaseSchema = z.object({
	purchase_id: z.uuid(),
	product: z.string(),
	status: z.string(),
})

export const refundSchema = decidedPurchaseSchema.extend({
	/** How much this act refunded; 0 if everything had been refunded before. */
	refunded_pence: z.int(),
	/** How much of the payment has not been refunded. */
	left_pence: z.int(),
})

export const resentSchema = z.object({
	purchase_id: z.uuid(),
	receipt: z.string(),
	email: z.string(),
	/** Whether the receipt waits until the shop has been resumed and restarted, because the shop is quarantined. */
	waits: z.boolean(),
})

type PurchasePlan = Plan<z.infer<typeof decidedPurchaseSchema>>

/** Plans to deliver a purchase on hold. */
export function planDeliverHeldPurchase(
	admin: PurchaseContext,
	purchase: Subject,
	decided: Decided,
): PurchasePlan {
	return {
		will: [`Delivers ${called(purchase)}, and emails the receipt.`],
		act: async () => presented(await releasePurchase(admin, purchase.id, decided)),
	}
}

/** Plans to deliver a purchase on hold to the account with this address. */
export function planAttach(
	admin: PurchaseContext,
	{ purchase, email }: { purchase: Subject; email: string },
	decided: Decided,
): PurchasePlan {
	if (purchase.email === email && purchase.status === 'completed')
		return { will: [], act: async () => presented(purchase) }
	return {
		will: [`Gives ${called(purchase)} to the account ${email}, and emails the receipt.`],
		act: async () => presented(await attachPurchase(admin, purchase.id, { email, ...decided })),
	}
}

interface WantedRefund {
	purchase: Subject
	/** The part to refund, in pence; undefined for all that is left. */
	asked: number | undefined
	/** Throws `DecisionError` if the member may not make this refund. Called in the transaction that records the refund. */
	requireAllowed?: (tx: Transaction) => Promise<void>
}

interface RefundPlan extends Plan<z.infer<typeof refundSchema>> {
	/** The refund that the plan would make; undefined if none. */
	refund?: PlannedRefund
}

/**
 * Plans to refund all that is left of a payment, which takes the guide away. If `asked` is less than that, plans to refund only
 * `asked` pence, and the buyer keeps the guide. Throws `DecisionError` if there is nothing to give back.
 */
export async function planRefund(
	admin: PurchaseContext,
	{ purchase, asked, requireAllowed }: WantedRefund,
	decided: Decided,
): Promise<RefundPlan> {
	const { id, payment_intent_id: intent, status } = purchase
	if (purchase.price_pence === 0) throw purchaseWasFree()
	const done = (refundedPence: number, leftPence: number, now = status) => ({
		...presented({ ...purchase, status: now }),
		refunded_pence: refundedPence,
		left_pence: leftPence,
	})
	if (status === 'refunded' && asked === undefined) return { will: [], act: async () => done(0, 0) }
	const askedBefore = await countRefundsAsked(admin.database, id)
	const payment =
		intent === null ? undefined : await readProviderForOwner(() => admin.payments.getPayment(intent))
	if (intent !== null && payment === undefined) throw paymentNotFound(intent)
	if (payment !== undefined) requireRefundable(payment)
	const left = payment === undefined ? 0 : payment.amountPence - payment.refundedPence
	const seen = { asked: askedBefore, leftPence: left }
	const basis = [seen]
	// So that nobody refunds a guide as unopened that has been opened, as the refund page promises only for the former.
	const openings = await describeOpenings(admin.database, id)
	const news =
		purchase.email === null
			? 'Nobody is told, because the purchase has no account here.'
			: `The shop emails ${purchase.email} about it. Banks take up to ten days.`
	if (asked !== undefined && asked < left)
		return {
			will: [
				`Refunds ${formatPounds(asked)} of the ${formatPounds(left)} that is left of ${called(purchase)}.`,
				status === 'held'
					? 'It stays on hold, and the buyer isn’t emailed.'
					: `The buyer keeps ${purchase.is_bundle ? 'all its guides' : 'the guide'}. ${news}`,
				...openings,
			],
			basis,
			refund: { purchaseId: id, amountPence: asked, isPart: true },
			act: async () => {
				await requireUnchanged(admin, intent, left)
				await refundPart(admin, id, { ...decided, requireAllowed, seen, amountPence: asked })
				return done(asked, left - asked)
			},
		}
	if (asked !== undefined && asked > left)
		throw new DecisionError(`Only ${formatPounds(left)} is left of ${called(purchase)}.`)
	return {
		will: [
			`Refunds ${formatPounds(left)} for ${called(purchase)}, and takes ${purchase.is_bundle ? 'all its guides' : 'the guide'} away.`,
			...(left > 0 ? [news] : []),
			...openings,
		],
		basis,
		...(left > 0 ? { refund: { purchaseId: id, amountPence: left, isPart: false } } : {}),
		act: async () =>
			done(left, 0, (await refundPurchase(admin, id, { ...decided, requireAllowed, seen })).status),
	}
}

/** Throws `DecisionError` if something else was refunded after the owner saw what was left. */
async function requireUnchanged(admin: PurchaseContext, intent: string | null, left: number): Promise<void> {
	if (intent === null) return
	const payment = await readProviderForOwner(() => admin.payments.getPayment(intent))
	if (payment === undefined || payment.amountPence - payment.refundedPence !== left) throw new PlanChanged()
}

/** Throws `DecisionError` if a dispute keeps the provider from refunding anything of a payment. */
function requireRefundable({ disputes }: CurrentPayment): void {
	if (disputes.some(({ state }) => state === 'open')) throw heldByBank()
	if (disputes.some(({ state }) => state === 'lost')) throw takenByBank()
}

/** Plans to record that the money was given back outside Stripe. Throws `DecisionError` in the same cases as the act. */
export async function planReturned(
	admin: PurchaseContext,
	purchase: Subject,
	decided: Decided,
): Promise<Plan<Omit<z.infer<typeof refundSchema>, 'left_pence'>>> {
	const seen = await readReturnable(admin, purchase.id)
	return {
		will: [
			`Records that you have given back the money for ${called(purchase)}. This moves no money.`,
			'Takes the guide away, and emails the buyer about the refund.',
		],
		basis: [seen],
		act: async () => {
			const done = await returnByHand(admin, purchase.id, { ...decided, seen })
			return { ...presented(done.purchase), refunded_pence: done.pence }
		},
	}
}

/** Plans to email a receipt again. Throws `DecisionError` if there is no receipt, or nobody to send it to. */
export function planResend(
	admin: Pick<PurchaseContext, 'database' | 'payments'>,
	purchase: Subject,
	decided: Decided,
): Plan<z.infer<typeof resentSchema>> {
	const { number, email } = purchase
	if (number === null || email === null)
		throw new DecisionError('That purchase has no receipt to send, or its account has been deleted.')
	const waits = admin.payments.closedBecause !== undefined
	return {
		will: [
			`Emails receipt ${number} (${purchase.product_name}) to ${email} again${waits ? ' once the shop has been resumed and restarted' : ''}.`,
		],
		act: async () => {
			await resendReceipt(admin, purchase, decided)
			return { purchase_id: purchase.id, receipt: number, email, waits }
		},
	}
}

async function resendReceipt(
	{ database }: Pick<PurchaseContext, 'database'>,
	{ id, user_id }: Subject,
	decided: Decided,
): Promise<void> {
	await database.asServer(async (tx) => {
		// Locks the buyer, so that requests at the same moment are counted one after the other.
		if (!(await exists(tx, sql`select from auth.users where id = ${user_id} for no key update`)))
			throw new DecisionError('The account has just been deleted.')
		await requireFewResent(tx, user_id)
		await tx.execute(sql`
			update public.receipts set mailed_at = null, emailed_before = array_remove(emailed_before || mailed_at, null), queued_again_at = now()
			where purchase_id = ${id}`)
		await tx.execute(sql`delete from shop.refused_mails where job = 'send-receipt' and reference = ${id}`)
		await recordAct(tx, { command: 'resend', ...decided, userId: user_id, purchaseId: id })
		await addJob(tx, sendReceiptJob, { purchaseId: id })
	})
}

/** How many receipts may be emailed again to one buyer in an hour. */
const mostResent = 3

/** Throws `DecisionError` if the buyer has been sent enough receipts again: another email would only be one more of the same. */
async function requireFewResent(tx: Transaction, userId: string | null): Promise<void> {
	const resent = await count(
		tx,
		sql`
		select count(*)::integer as count from shop.owner_acts
		where user_id = ${userId} and command = 'resend' and at > now() - interval '1 hour'`,
	)
	if (resent >= mostResent)
		throw new DecisionError(
			`They have been emailed ${mostResent} receipts again in the last hour. Check the address and their spam folder, and try again later.`,
		)
}

function called({ product_name, number, email }: Subject): string {
	return `${product_name} (${[number, email ?? 'no account'].filter((part) => part !== null).join(', ')})`
}

function presented({ id, product_name, status }: Pick<Subject, 'id' | 'product_name' | 'status'>) {
	return { purchase_id: id, product: product_name, status }
}
