import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { type Decided, DecisionError, type Plan } from '#server/shop/plan.ts'
import { recordDecision, setCause } from '#server/shop/purchases.ts'
import { accountName } from '#shared/names.ts'
import type { Account } from './find-purchase.ts'

interface Context {
	database: Database
}

const idSchema = z.object({ id: z.uuid() })

/** Plans to end every session of a customer. */
export function planSignOut(
	{ database }: Context,
	account: Account,
	decided: Decided,
): Plan<{ sessions_ended: number }> {
	return {
		will: [`Signs ${accountName(account)} out on every device. They can sign in again.`],
		act: async () => ({
			sessions_ended: await database.asServer(async (tx) => {
				await recordAct(tx, { command: 'sign-out-customer', ...decided, userId: account.id })
				return await tx.execute(sql`delete from auth.sessions where user_id = ${account.id}`)
			}),
		}),
	}
}

interface WantedGift {
	account: Account
	product: string
	/** Throws `DecisionError` if the member may not make this gift. Called in the transaction that records the gift. */
	requireAllowed: (tx: Transaction) => Promise<void>
}

/**
 * Plans to give a customer a guide free of charge; plans nothing if they have it already. Throws `DecisionError` if the guide
 * isn't offered, or if a payment for it is on hold or disputed.
 */
export async function planGift(
	{ database }: Context,
	{ account, product: productId, requireAllowed }: WantedGift,
	decided: Decided,
): Promise<Plan<null>> {
	const product = await maybeOne(
		database,
		sql`select title from public.products where id = ${productId} and not coming_soon and not withdrawn`,
		z.object({ title: z.string() }),
	)
	if (product === undefined) throw guideNotFound()
	const { id } = account
	const had = await maybeOne(
		database,
		sql`
		select status from public.purchases
		where user_id = ${id} and catalogue_id = ${productId} and status in ('completed', 'held', 'disputed') limit 1`,
		z.object({ status: z.string() }),
	)
	if (had?.status === 'completed') return { will: [], act: async () => null }
	if (had !== undefined)
		throw new DecisionError(`Their purchase of ${product.title} is ${had.status}: decide on that first.`)
	return {
		will: [
			`Gives ${product.title} to ${accountName(account)} free of charge. It’s in their guides at once, and they can download it.`,
			'They are not emailed, and it isn’t a sale. It can’t be taken back here.',
		],
		act: async () =>
			await database.asServer(async (tx) => {
				await requireAllowed(tx)
				// Waits if an owner is taking the guide's release back at this moment.
				const isOut = await exists(
					tx,
					sql`select from public.products where id = ${productId} and not coming_soon and not withdrawn for key share`,
				)
				if (!isOut) throw guideNotFound()
				await recordDecision(tx, { by: decided.by, reason: decided.reason ?? 'given for nothing' })
				await setCause(tx, 'operator')
				const purchase = await maybeOne(
					tx,
					sql`
					insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, currency, status)
					select ${id}, p.id, p.product_id, p.title, 0, p.currency, 'completed' from public.products p where p.id = ${productId}
					on conflict do nothing returning id`,
					idSchema,
				)
				if (purchase === undefined) throw new DecisionError('They already have it.')
				await recordAct(tx, {
					command: 'give-guide',
					...decided,
					userId: id,
					purchaseId: purchase.id,
					details: { product: productId },
				})
				return null
			}),
	}
}

/** Plans to save a note about a customer. */
export function planNote(
	{ database }: Context,
	{ account, body }: { account: Account; body: string },
	decided: Decided,
): Plan<null> {
	return {
		will: [
			`Saves the note about ${accountName(account)} for the members of the admin. It’s deleted with the account, and the customer may ask to see it.`,
		],
		act: async () =>
			await database.asServer(async (tx) => {
				await tx.execute(
					sql`insert into shop.customer_notes (user_id, body, written_by) values (${account.id}, ${body}, ${decided.by})`,
				)
				await recordAct(tx, { command: 'write-note', ...decided, userId: account.id })
				return null
			}),
	}
}

/** Plans to remove a note. */
export async function planNoteRemoval(
	{ database }: Context,
	noteId: string,
	decided: Decided,
): Promise<Plan<null>> {
	const note = await maybeOne(
		database,
		sql`select user_id as id from shop.customer_notes where id = ${noteId}`,
		idSchema,
	)
	if (note === undefined) return { will: [], act: async () => null }
	return {
		will: ['Deletes the note.'],
		act: async () =>
			await database.asServer(async (tx) => {
				await tx.execute(sql`delete from shop.customer_notes where id = ${noteId}`)
				await recordAct(tx, { command: 'remove-note', ...decided, userId: note.id })
				return null
			}),
	}
}

function guideNotFound(): DecisionError {
	return new DecisionError('There is no such guide to give away.')
}
