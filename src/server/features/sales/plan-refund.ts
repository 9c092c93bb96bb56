import { type Actor, defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import { purchaseInWords, resolvePurchase } from '#server/features/customers/find-purchase.ts'
import { lockMember, requireRefundWithinLimits } from '#server/features/customers/helper-limits.ts'
import { describeOpenings } from '#server/features/customers/openings.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { readProviderForOwner, refundPart, refundPurchase } from '#server/shop/decide-purchase.ts'
import { previewRefundNotice } from '#server/shop/emails/send-refund-notice.ts'
import { heldByBank, paymentNotFound, purchaseWasFree, takenByBank } from '#server/shop/errors.ts'
import type { CurrentPayment, PaymentProvider } from '#server/shop/payment-provider.ts'
import { DecisionError, PlanChanged, type PlannedAct } from '#server/shop/plan.ts'
import { countRefundsAsked } from '#server/shop/refunds-under-way.ts'
import { readReturnable, returnByHand } from '#server/shop/return-by-hand.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { formatPounds } from '#shared/money.ts'

interface Refunded {
	refunded_pence: number
	left_pence: number
}

/**
 * Plans to refund all that is left of a payment, which takes the guide away. If less than that is asked for, the buyer keeps the
 * guide. Throws `DecisionError` if there is nothing to give back.
 */
export async function planRefund(
	admin: AdminDependencies,
	{ purchase: who, amount_pence: asked }: Parsed<'refund'>,
	{ by, member, reason }: Actor,
): Promise<PlannedAct<Refunded>> {
	const { database, payments, clock, config, readMailTexts } = admin
	const purchase = await resolvePurchase(database, { who })
	const { id, payment_intent_id: intent, status } = purchase
	requireNotOwn(purchase.user_id, member)
	const requireAllowed = async (tx: Pick<Transaction, 'query'>) =>
		await requireRefundWithinLimits(tx, member, { purchase, asked, now: clock.now() })
	await requireAllowed(database)
	if (purchase.price_pence === 0) throw purchaseWasFree()
	if (status === 'refunded' && asked === undefined)
		return { will: [], answer: { refunded_pence: 0, left_pence: 0 } }
	const askedBefore = await countRefundsAsked(database, id)
	const payment = intent === null ? undefined : await readProviderForOwner(() => payments.getPayment(intent))
	if (intent !== null && payment === undefined) throw paymentNotFound(intent)
	if (payment !== undefined) requireRefundable(payment)
	const left = payment === undefined ? 0 : payment.amountPence - payment.refundedPence
	const seen = { asked: askedBefore, leftPence: left }
	const request = {
		by,
		reason,
		seen,
		requireAllowed: async (tx: Transaction) => {
			await lockMember(tx, member)
			await requireAllowed(tx)
		},
	}
	const previewNotice = async (amountPence: number, isPart: boolean) =>
		await previewRefundNotice(
			{ database, clock, siteUrl: config.siteUrl, texts: await readMailTexts() },
			{ purchaseId: id, amountPence, isPart },
		)
	// So that nobody refunds a guide as unopened that has been opened, as the refund page promises only for the former.
	const openings = await describeOpenings(database, id)
	const news =
		purchase.email === null
			? 'Nobody is told, because the purchase has no account here.'
			: `The shop emails ${purchase.email} about it. Banks take up to ten days.`
	if (asked !== undefined && asked < left)
		return {
			will: [
				`Refunds ${formatPounds(asked)} of the ${formatPounds(left)} that is left of ${purchaseInWords(purchase)}.`,
				status === 'held'
					? 'It stays on hold, and the buyer isn’t emailed.'
					: `The buyer keeps ${purchase.is_bundle ? 'all its guides' : 'the guide'}. ${news}`,
				...openings,
			],
			basis: [seen],
			mail: await previewNotice(asked, true),
			executeInSteps: async (recorded) => {
				await requireUnchanged(payments, intent, left)
				await refundPart(admin, id, { ...request, recorded, amountPence: asked })
				return { refunded_pence: asked, left_pence: left - asked }
			},
		}
	if (asked !== undefined && asked > left)
		throw new DecisionError(`Only ${formatPounds(left)} is left of ${purchaseInWords(purchase)}.`)
	return {
		will: [
			left === 0 && intent === null
				? `Takes ${purchaseInWords(purchase)} back. Nothing was paid, so no money moves, and nobody is emailed.`
				: `Refunds ${formatPounds(left)} for ${purchaseInWords(purchase)}, and takes ${purchase.is_bundle ? 'all its guides' : 'the guide'} away.`,
			...(left > 0 ? [news] : []),
			...openings,
		],
		basis: [seen],
		mail: left > 0 ? await previewNotice(left, false) : undefined,
		executeInSteps: async (recorded) => {
			await refundPurchase(admin, id, { ...request, recorded })
			return { refunded_pence: left, left_pence: 0 }
		},
	}
}

/** Throws `PlanChanged` if something else was refunded after the owner saw what was left. */
async function requireUnchanged(
	payments: Pick<PaymentProvider, 'getPayment'>,
	intent: string | null,
	left: number,
): Promise<void> {
	if (intent === null) return
	const payment = await readProviderForOwner(() => payments.getPayment(intent))
	if (payment === undefined || payment.amountPence - payment.refundedPence !== left) throw new PlanChanged()
}

/** Throws `DecisionError` if a dispute keeps the provider from refunding anything of a payment. */
function requireRefundable({ disputes }: CurrentPayment): void {
	if (disputes.some(({ state }) => state === 'open')) throw heldByBank()
	if (disputes.some(({ state }) => state === 'lost')) throw takenByBank()
}

/** Throws `DecisionError` in the same cases as `returnByHand`. */
export async function planReturned(
	admin: Pick<AdminDependencies, 'database' | 'payments'>,
	{ purchase: who }: Parsed<'record-refund'>,
	{ by, reason }: Actor,
): Promise<PlannedAct<Pick<Refunded, 'refunded_pence'>>> {
	const purchase = await resolvePurchase(admin.database, { who })
	const seen = await readReturnable(admin, purchase.id)
	return {
		will: [
			`Records that you have given back the money for ${purchaseInWords(purchase)}. This moves no money.`,
			'Takes the guide away, and emails the buyer about the refund.',
		],
		basis: [seen],
		executeInSteps: async (recorded) => {
			const { pence } = await returnByHand(admin, purchase.id, { seen, by, reason, recorded })
			return { refunded_pence: pence }
		},
	}
}

export const refundActs = {
	refund: defineAct(customersApi.refund, {
		does: 'refunds a purchase in full, which takes the guide away, or in part, which doesn’t',
		log: 'Refunded',
		roles: ['owner', 'helper'],
		sensitive: true,
		needsReason: true,
		plan: planRefund,
	}),
	'record-refund': defineAct(customersApi['record-refund'], {
		does: 'records that the money of a purchase was given back outside Stripe, and takes the guide away',
		log: 'Recorded a refund by hand',
		roles: ['owner'],
		sensitive: true,
		needsReason: true,
		plan: planReturned,
	}),
}
