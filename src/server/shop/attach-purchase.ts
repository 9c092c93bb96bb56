import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockKnownPurchase } from '#server/shop/decide-purchase.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { DecisionError } from '#server/shop/plan.ts'
import {
	isDeletionOnRecord,
	isOwned,
	movePurchase,
	type Purchase,
	recordDecision,
} from '#server/shop/purchases.ts'
import { issueAndSendReceipt } from '#server/shop/receipts.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

const accountSchema = z.object({ id: z.uuid(), is_confirmed: z.boolean() })

interface Attachment {
	by: string
	reason: string | undefined
	/** The Checkout Session with which it was paid; undefined if there is none. */
	checkoutSession: CheckoutSession | undefined
	shop: Pick<ShopContext, 'seller' | 'clock' | 'faultPoint'>
	/** The address of the account that gets the guide. */
	email: string
}

/**
 * Attaches a purchase on hold to an account that the owner names, if our records lack the account that paid. Delivers the guide
 * with its receipt. The history records who decided it. Throws `DecisionError` if the purchase has an account, or had one that
 * was deleted here. Also throws it if the named account cannot have the guide; the purchase then stays on hold.
 */
export async function attachPurchase(
	tx: Transaction,
	purchaseId: string,
	{ email, by, reason, checkoutSession, shop }: Attachment,
): Promise<Purchase> {
	const purchase = await lockKnownPurchase(tx, purchaseId)
	if (purchase.status !== 'held')
		throw new DecisionError(`Purchase ${purchaseId} is ${purchase.status}, not on hold.`)
	if (purchase.user_id !== null)
		throw new DecisionError('This purchase has an account. Release it, or refund it.')
	if (await isDeletionOnRecord(tx, purchaseId, checkoutSession?.userId ?? null))
		throw new DecisionError('Its account has been deleted here. Refund it instead.')
	const userId = await accountWith(tx, email)
	const owned: Purchase = { ...purchase, user_id: userId }
	if (await isOwned(tx, owned))
		throw new DecisionError(
			`${email} has this guide through another purchase, so this one stays on hold. Refund it instead.`,
		)
	await tx.execute(sql`update public.purchases set user_id = ${userId} where id = ${purchaseId}`)
	await recordDecision(tx, { by, reason })
	const completed = await movePurchase(tx, owned, 'completed', 'attached by hand')
	await issueAndSendReceipt(tx, purchaseId, {
		paidAt: checkoutSession?.createdAt ?? shop.clock.now(),
		shop,
	})
	return completed
}

async function accountWith(tx: Transaction, email: string): Promise<string> {
	const account = await maybeOne(
		tx,
		sql`
		select id, email_confirmed_at is not null as is_confirmed from auth.users
		where email = lower(${email}) for key share`,
		accountSchema,
	)
	if (account === undefined)
		throw new DecisionError(
			`No account here has the address ${email}: ask the buyer to sign up with it first.`,
		)
	if (!account.is_confirmed) throw new DecisionError(`${email} has not been confirmed yet.`)
	return account.id
}
