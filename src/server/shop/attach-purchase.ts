import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockKnownPurchase, readProviderForOwner } from '#server/shop/decide-purchase.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { type Decided, DecisionError } from '#server/shop/plan.ts'
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

const checkoutSessionSchema = z.object({ session_id: z.string().nullable() })

interface AttachOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getCheckout'>
	shop: Pick<ShopContext, 'seller' | 'clock' | 'faultPoint'>
}

interface Attachment extends Decided {
	/** The address of the account that gets the guide. */
	email: string
}

/**
 * Attaches a purchase on hold to an account that the owner names, if our records lack the account that paid. Delivers the guide
 * with its receipt. The history records who decided it. Throws `DecisionError` if the purchase has an account, or had one that
 * was deleted here. Also throws it if the named account cannot have the guide; the purchase then stays on hold.
 */
export async function attachPurchase(
	{ database, payments, shop }: AttachOptions,
	purchaseId: string,
	{ email, reason = 'paid by an account this shop does not know', ...decided }: Attachment,
): Promise<Purchase> {
	const row = await maybeOne(
		database,
		sql`select stripe_session_id as session_id from public.purchases where id = ${purchaseId}`,
		checkoutSessionSchema,
	)
	const checkoutSessionId = row?.session_id ?? null
	const checkoutSession =
		checkoutSessionId === null
			? undefined
			: await readProviderForOwner(() => payments.getCheckout(checkoutSessionId))
	return await database.asServer(async (tx) => {
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
		await recordDecision(tx, { by: decided.by, reason })
		await recordAct(tx, { command: 'attach', ...decided, reason, userId, purchaseId })
		const completed = await movePurchase(tx, owned, 'completed', 'attached by hand')
		await issueAndSendReceipt(tx, purchaseId, {
			paidAt: checkoutSession?.createdAt ?? shop.clock.now(),
			shop,
		})
		return completed
	})
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
