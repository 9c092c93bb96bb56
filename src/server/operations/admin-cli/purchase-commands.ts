import { z } from 'zod'
import {
	type AdminContext,
	acting,
	type Command,
	type Input,
	type Plan,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import { findPurchase, type Subject } from '#server/operations/admin-cli/find-subject.ts'
import { heldSchema, linesOfHeld, listHeld } from '#server/operations/admin-cli/list-held.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { attachPurchase } from '#server/shop/attach-purchase.ts'
import {
	askProviderForOwner,
	DecisionError,
	refundPart,
	refundPurchase,
	releasePurchase,
	unknownPayment,
} from '#server/shop/decide-purchase.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { returnByHand } from '#server/shop/return-by-hand.ts'
import { formatPounds, poundsToPence } from '#shared/money.ts'

const purchaseShape = z.object({ purchase_id: z.uuid(), product: z.string(), status: z.string() })

const refundShape = purchaseShape.extend({
	/** What this command refunded; 0 if it had been refunded before. */
	refunded_pence: z.int(),
	/** What the buyer has paid and not got back. */
	left_pence: z.int(),
})

const product = '<name>'

/** Commands about one purchase. */
export const purchaseCommands: Readonly<Record<string, Command>> = {
	held: reading({
		does: 'lists the purchases on hold, which wait for your decision',
		shape: heldSchema,
		read: (admin) => listHeld(admin),
		lines: linesOfHeld,
	}),
	release: acting({
		does: 'delivers a purchase on hold, with its receipt',
		takes: ['<purchase>'],
		shape: purchaseShape,
		plan: async (admin, { args }, decided) => {
			const purchase = await anyPurchase(admin, args[0])
			return {
				will: [`Delivers ${called(purchase)}, and emails the receipt.`],
				act: async () => presented(await releasePurchase(admin, purchase.id, decided)),
			}
		},
		lines: ({ product: name }) => [`Delivered: ${name}. The receipt is on its way.`],
	}),
	attach: acting({
		does: 'delivers a purchase on hold that has no account here to the account with that address',
		takes: ['<purchase>', '<email>'],
		shape: purchaseShape.extend({ email: z.string() }),
		plan: async (admin, { args }, { by, reason }) => {
			const purchase = await anyPurchase(admin, args[0])
			const email = (args[1] ?? '').trim().toLowerCase()
			if (purchase.email === email && purchase.status === 'completed')
				return { will: [], act: async () => ({ ...presented(purchase), email }) }
			return {
				will: [`Gives ${called(purchase)} to the account ${email}, and emails the receipt.`],
				act: async () => ({
					...presented(await attachPurchase(admin, purchase.id, { email, by, why: reason })),
					email,
				}),
			}
		},
		lines: ({ email, product: name }) => [`Delivered to ${email}: ${name}. The receipt is on its way.`],
	}),
	refund: acting({
		does: 'refunds a payment through Stripe and takes the guide away, or refunds a part and leaves the guide',
		takes: ['<receipt, email or id>'],
		options: { amount: '<pounds>', reason: '<why>', product },
		shape: refundShape,
		plan: planRefund,
		lines: ({ product: name, status, refunded_pence, left_pence }) =>
			refunded_pence === 0 && status === 'refunded' && left_pence === 0
				? [`${name} is refunded already.`]
				: left_pence > 0
					? [`${formatPounds(refunded_pence)} of ${name} is refunded; ${formatPounds(left_pence)} is left.`]
					: [`${name} is ${status}.`],
	}),
	returned: acting({
		does: 'records that you have given the money back outside Stripe, and takes the guide away',
		takes: ['<receipt, email or id>'],
		options: { reason: '<how and why>', product },
		needs: ['reason'],
		shape: refundShape.omit({ left_pence: true }),
		plan: async (admin, input, { by, reason = '' }) => {
			const purchase = await paidPurchase(admin, input)
			return {
				will: [
					`Records that you have given back the money for ${called(purchase)}. This moves no money.`,
					'Takes the guide away, and emails the buyer about the refund.',
				],
				act: async () => {
					const done = await returnByHand(admin, purchase.id, { by, why: reason })
					return { ...presented(done.purchase), refunded_pence: done.pence }
				},
			}
		},
		lines: ({ product: name, status, refunded_pence }) => [
			`${name} is ${status}: ${formatPounds(refunded_pence)} recorded as refunded by hand. This moved no money.`,
		],
	}),
	resend: acting({
		does: 'emails a receipt again, with the link to the guide',
		takes: ['<receipt, email or id>'],
		options: { product },
		formerly: 'receipt',
		shape: z.object({ purchase_id: z.uuid(), receipt: z.string(), email: z.string() }),
		plan: async (admin, { args, options }, decided) => {
			const purchase = await findPurchase(admin.database, {
				who: args[0],
				product: options.product,
				among: sql`r.id is not null`,
			})
			const { number, email } = purchase
			if (number === null || email === null)
				throw new DecisionError('That purchase has no receipt to send, or its account has been deleted.')
			return {
				will: [`Emails receipt ${number} (${purchase.product_name}) to ${email} again.`],
				act: async () => {
					await resendReceipt(admin, purchase, decided)
					return { purchase_id: purchase.id, receipt: number, email }
				},
			}
		},
		lines: ({ receipt, email }) => [
			`Receipt ${receipt} will be emailed to ${email} within a minute, while the shop runs.`,
		],
	}),
}

async function planRefund(
	admin: AdminContext,
	input: Input,
	decided: { by: string; reason: string | undefined },
): Promise<Plan<z.infer<typeof refundShape>>> {
	const asked = penceOf(input.options.amount)
	const purchase = await paidPurchase(admin, input)
	const { id, payment_intent_id: intent, status } = purchase
	if (purchase.price_pence === 0) throw new DecisionError('It was free: there is nothing to give back.')
	const done = (refundedPence: number, leftPence: number, now = status) => ({
		...presented({ ...purchase, status: now }),
		refunded_pence: refundedPence,
		left_pence: leftPence,
	})
	if (status === 'refunded' && asked === undefined) return { will: [], act: async () => done(0, 0) }
	const payment =
		intent === null ? undefined : await askProviderForOwner(() => admin.payments.getPayment(intent))
	if (intent !== null && payment === undefined) throw new DecisionError(unknownPayment(intent))
	const left = payment === undefined ? 0 : payment.amountPence - payment.refundedPence
	const news =
		purchase.email === null
			? 'Nobody is told: it has no account here.'
			: `${purchase.email} gets an email about it within a minute, while the shop runs. Banks take up to ten days.`
	if (asked !== undefined && asked < left)
		return {
			will: [
				`Refunds ${formatPounds(asked)} of the ${formatPounds(left)} that is left of ${called(purchase)}.`,
				`The buyer keeps the guide. ${news}`,
			],
			act: async () => {
				await requireUnchanged(admin, intent, left)
				await refundPart(admin, id, { ...decided, amountPence: asked })
				return done(asked, left - asked)
			},
		}
	if (asked !== undefined && asked > left)
		throw new DecisionError(`Only ${formatPounds(left)} is left of ${called(purchase)}.`)
	return {
		will: [
			`Refunds ${formatPounds(left)} for ${called(purchase)}, and takes the guide away.`,
			...(left > 0 ? [news] : []),
		],
		act: async () => done(left, 0, (await refundPurchase(admin, id, decided)).status),
	}
}

/** Throws `DecisionError` if somebody else has refunded something since it was shown what is left. */
async function requireUnchanged(admin: AdminContext, intent: string | null, left: number): Promise<void> {
	if (intent === null) return
	const payment = await askProviderForOwner(() => admin.payments.getPayment(intent))
	if (payment === undefined || payment.amountPence - payment.refundedPence !== left)
		throw new DecisionError('Something has been refunded meanwhile. Run the command again.')
}

function penceOf(amount: string | undefined): number | undefined {
	if (amount === undefined) return undefined
	const pounds = z
		.stringFormat('pounds', /^£?\d{1,6}(\.\d\d)?$/)
		.transform((text) => Number(text.replace('£', '')))
		.safeParse(amount.trim())
	if (!pounds.success || pounds.data === 0)
		throw new UsageError(`“${amount}” is not an amount in pounds, such as 5 or 5.00.`)
	return poundsToPence(pounds.data)
}

async function resendReceipt(
	{ database }: AdminContext,
	{ id, user_id }: Subject,
	decided: { by: string; reason: string | undefined },
): Promise<void> {
	await database.asServer(async (tx) => {
		const found = await tx.execute(
			sql`update public.receipts set mailed_at = null where purchase_id = ${id} and user_id is not null`,
		)
		if (found === 0) throw new DecisionError('The account has been deleted meanwhile.')
		await tx.execute(sql`delete from shop.refused_mails where job = 'send-receipt' and reference = ${id}`)
		await recordAct(tx, { command: 'resend', ...decided, userId: user_id, purchaseId: id })
		await addJob(tx, 'send-receipt', { purchaseId: id })
	})
}

async function anyPurchase({ database }: AdminContext, who: string | undefined): Promise<Subject> {
	return await findPurchase(database, { who, among: sql`p.price_pence > 0` })
}

async function paidPurchase({ database }: AdminContext, { args, options }: Input): Promise<Subject> {
	return await findPurchase(database, {
		who: args[0],
		product: options.product,
		among: sql`p.price_pence > 0 and p.status in ('completed', 'held', 'disputed', 'refunded')`,
	})
}

function presented({ id, product_name, status }: Pick<Subject, 'id' | 'product_name' | 'status'>) {
	return { purchase_id: id, product: product_name, status }
}

function called({ product_name, number, email }: Subject): string {
	return `${product_name} (${[number, email ?? 'no account'].filter((part) => part !== null).join(', ')})`
}
