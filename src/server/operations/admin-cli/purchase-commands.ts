import { z } from 'zod'
import { resolvePurchase, type Subject } from '#server/features/customers/find-purchase.ts'
import { type Held, heldSchema, listHeld } from '#server/features/sales/list-held.ts'
import {
	decidedPurchaseSchema,
	planAttach,
	planDeliverHeldPurchase,
	planRefund,
	planResend,
	planReturned,
	refundSchema,
	resentSchema,
} from '#server/features/sales/plan-purchase.ts'
import {
	type AdminContext,
	acting,
	type Command,
	type Input,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatPounds, readPounds } from '#shared/money.ts'

const product = '<name>'

/** The commands about one purchase. */
export const purchaseCommands: Readonly<Record<string, Command>> = {
	held: reading({
		does: 'lists the purchases on hold, which are waiting for your decision',
		shape: heldSchema,
		read: (admin) => listHeld(admin),
		lines: linesOfHeld,
	}),
	release: acting({
		does: 'delivers a purchase on hold, with its receipt',
		takes: ['<purchase>'],
		shape: decidedPurchaseSchema,
		plan: async (admin, { args }, decided) =>
			planDeliverHeldPurchase(admin, await anyPurchase(admin, args[0]), decided),
		lines: ({ product: name }) => [`Delivered: ${name}. The receipt is queued.`],
	}),
	attach: acting({
		does: 'delivers a purchase on hold to the account with the address given, if the purchase belongs to no account',
		takes: ['<purchase>', '<email>'],
		shape: decidedPurchaseSchema.extend({ email: z.string() }),
		plan: async (admin, { args }, decided) => {
			const purchase = await anyPurchase(admin, args[0])
			const email = (args[1] ?? '').trim().toLowerCase()
			const { will, act } = planAttach(admin, { purchase, email }, decided)
			return { will, act: async () => ({ ...(await act()), email }) }
		},
		lines: ({ email, product: name }) => [`Delivered to ${email}: ${name}. The receipt is queued.`],
	}),
	refund: acting({
		does: 'refunds a payment through Stripe: in full, which takes the guide away, or in part, which doesn’t',
		takes: ['<receipt, email or id>'],
		options: { amount: '<pounds>', reason: '<why>', product },
		shape: refundSchema,
		plan: async (admin, input, decided) => {
			const asked = readAmount(input.options.amount)
			return await planRefund(admin, { purchase: await paidPurchase(admin, input), asked }, decided)
		},
		lines: ({ product: name, status, refunded_pence, left_pence }) =>
			refunded_pence === 0 && status === 'refunded' && left_pence === 0
				? [`${name} has already been refunded.`]
				: left_pence > 0
					? [`${formatPounds(refunded_pence)} of ${name} is refunded; ${formatPounds(left_pence)} is left.`]
					: [`${name} is ${status}.`],
	}),
	returned: acting({
		does: 'records that you have given the money back outside Stripe, and takes the guide away',
		takes: ['<receipt, email or id>'],
		options: { reason: '<how and why>', product },
		needs: ['reason'],
		shape: refundSchema.omit({ left_pence: true }),
		plan: async (admin, input, decided) => planReturned(admin, await paidPurchase(admin, input), decided),
		lines: ({ product: name, status, refunded_pence }) => [
			`${name} is ${status}: ${formatPounds(refunded_pence)} recorded as refunded by hand. This moved no money.`,
		],
	}),
	resend: acting({
		does: 'emails a receipt again, with the link to the guide',
		takes: ['<receipt, email or id>'],
		options: { product },
		formerly: 'receipt',
		shape: resentSchema,
		plan: async (admin, { args, options }, decided) => {
			const purchase = await resolvePurchase(admin.database, {
				who: args[0],
				product: options.product,
				among: sql`r.id is not null`,
			})
			return planResend(admin, purchase, decided)
		},
		lines: ({ receipt, email, waits }) => [
			`Receipt ${receipt} is queued: the shop emails it to ${email}${waits ? ' once it has been resumed and restarted' : ''}.`,
		],
	}),
}

function readAmount(amount: string | undefined): number | undefined {
	if (amount === undefined) return undefined
	const pence = readPounds(amount)
	if (pence === undefined || pence === 0)
		throw new UsageError(`“${amount}” is not an amount in pounds, such as 5 or 5.00.`)
	return pence
}

async function anyPurchase({ database }: AdminContext, who: string | undefined): Promise<Subject> {
	return await resolvePurchase(database, { who, among: sql`p.price_pence > 0` })
}

async function paidPurchase({ database }: AdminContext, { args, options }: Input): Promise<Subject> {
	return await resolvePurchase(database, {
		who: args[0],
		product: options.product,
		among: sql`p.price_pence > 0 and p.status in ('completed', 'held', 'disputed', 'refunded')`,
	})
}

function linesOfHeld({ held }: Held): string[] {
	if (held.length === 0) return ['Nothing is on hold.']
	return held.map(({ purchase_id, product, paid_pence, buyer, reason }) => {
		const paid = paid_pence === null ? '' : `${formatPounds(paid_pence)} for `
		return `${purchase_id}  ${paid}${product}, ${buyer}: ${reason}`
	})
}
