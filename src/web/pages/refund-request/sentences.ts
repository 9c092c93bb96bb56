import { dayOf, momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { daysBetweenRefunds, refundDays } from '#shared/refund-limits.ts'
import type { RefundTerms } from '#shared/refund-terms.ts'

/** Says what is true of a purchase, and what its buyer can do. */
export function sentencesOf(terms: RefundTerms): string[] {
	const { because, way, openedAt, paidAt, until, consent, guides } = terms
	const it = guides.length > 1 ? 'them' : 'it'
	switch (because) {
		case 'unopened':
			return [
				`You haven’t opened ${it}, so you can have your money back${until === null ? '' : ` until ${momentOf(new Date(until))}`}. You needn’t say why.`,
			]
		case 'on hold':
			return [
				'Your payment is on hold, so we haven’t delivered anything, and you can cancel.',
				...(way === 'help' ? ['A person has to give this payment back. Write to us, and they will.'] : []),
			]
		case 'payment on its way':
			return [
				'Your bank is still sending the money, so we haven’t delivered anything, and you can cancel. As soon as the money arrives, we give it back.',
			]
		case 'opened':
			return [
				`You ${guides.length > 1 ? 'opened one of the guides' : 'opened it'}${openedAt === null ? '' : ` on ${dayOf(new Date(openedAt))}`}, so there is no refund for changing your mind.${
					consent === null ? '' : ` When you paid, you agreed to this: “${consent.wording}”`
				}`,
				'If it’s faulty or isn’t what its page said, tell us what is wrong. The law then gives you a repair or your money back, and a person answers you.',
			]
		case 'late':
			return [
				`You paid for ${it}${paidAt === null ? '' : ` on ${dayOf(new Date(paidAt))}`}. We refund guides that were never opened for ${refundDays} days after that.`,
				'If it’s faulty or isn’t what its page said, tell us what is wrong, and a person answers you.',
			]
		case 'over the limit':
			return [`You haven’t opened ${it}. A person refunds this price: ask, and they’ll do it.`]
		case 'refunded another':
			return [
				`We’ve already refunded another purchase of yours in the last ${daysBetweenRefunds} days, so a person decides about this one. Tell them what happened.`,
			]
		case 'partly refunded':
			return ['We’ve already refunded a part of it. If you want the rest back, tell us why.']
		case 'refund under way':
			return ['Your refund is under way. We’ll email you once it’s made.']
		case 'refunded':
			return ['It has been refunded. Your bank may take a few days to show it.']
		case 'disputed':
			return ['You’ve disputed the payment with your bank, so your bank decides about it.']
	}
}

/** The button that gives the money back, or cancels. */
export function buttonOf({ because, paidPence }: RefundTerms): string {
	if (because === 'payment on its way') return 'Cancel the order'
	return because === 'on hold'
		? `Cancel and get ${formatPounds(paidPence)} back`
		: `Get ${formatPounds(paidPence)} back`
}
