import type { DisputeKind } from '#sandbox/stripe/disputes/new-dispute.ts'
import type { RefundOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'

/** What happens when a buyer pays with a test card. */
export type Behaviour =
	| { does: 'succeed' }
	| { does: 'dispute'; as: DisputeKind }
	| { does: 'refund later'; outcome: RefundOutcome }
	| { does: 'warn of fraud' }
	| { does: 'challenge' }
	| { does: 'decline'; code: string; declineCode: string | undefined; message: string }

export interface TestCard {
	/** A name that scripts may use instead of the number. */
	alias: string
	number: string
	what: string
	behaviour: Behaviour
	/** Where its bank is; Great Britain if it is left out. */
	country?: string
}

/** Stripe's documented test cards (https://docs.stripe.com/testing). They also work with Stripe's own test keys. */
export const testCards: readonly TestCard[] = [
	{ alias: 'success', number: '4242424242424242', what: 'Pays', behaviour: { does: 'succeed' } },
	{
		alias: 'german',
		number: '4000002760000016',
		what: 'Pays, and is a German bank’s',
		behaviour: { does: 'succeed' },
		country: 'DE',
	},
	{
		alias: 'declined',
		number: '4000000000000002',
		what: 'Is declined',
		behaviour: declined('card_declined', 'generic_decline', 'Your card was declined.'),
	},
	{
		alias: 'insufficient_funds',
		number: '4000000000009995',
		what: 'Has insufficient funds',
		behaviour: declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
	},
	{
		alias: 'expired',
		number: '4000000000000069',
		what: 'Has expired',
		behaviour: declined('expired_card', undefined, 'Your card has expired.'),
	},
	{
		alias: 'incorrect_cvc',
		number: '4000000000000127',
		what: 'Has a wrong security code',
		behaviour: declined('incorrect_cvc', undefined, "Your card's security code is incorrect."),
	},
	{
		alias: '3ds',
		number: '4000002500003155',
		what: 'Asks the buyer to confirm (3-D Secure)',
		behaviour: { does: 'challenge' },
	},
	{
		alias: 'dispute',
		number: '4000000000000259',
		what: 'Pays, then is disputed',
		behaviour: { does: 'dispute', as: 'fraudulent' },
	},
	{
		alias: 'inquiry',
		number: '4000000000001976',
		what: 'Pays, then the bank opens an inquiry',
		behaviour: { does: 'dispute', as: 'inquiry' },
	},
	{
		alias: 'fraud_warning',
		number: '4000000000005423',
		what: 'Pays, then the bank warns of fraud',
		behaviour: { does: 'warn of fraud' },
	},
	{
		alias: 'refund_pending',
		number: '4000000000007726',
		what: 'Pays; refunds are delayed',
		behaviour: { does: 'refund later', outcome: 'succeeds' },
	},
	{
		alias: 'refund_fails',
		number: '4000000000005126',
		what: 'Pays; refunds fail later',
		behaviour: { does: 'refund later', outcome: 'fails' },
	},
]

function declined(code: string, declineCode: string | undefined, message: string): Behaviour {
	return { does: 'decline', code, declineCode, message }
}

export interface TestAccount {
	alias: string
	sortCode: string
	accountNumber: string
	what: string
	succeeds: boolean
}

/** The test accounts. A real bank takes days to answer a debit. The sandbox takes as many seconds as its switches say. */
export const testAccounts: readonly TestAccount[] = [
	{
		alias: 'bank',
		sortCode: '108800',
		accountNumber: '00012345',
		what: 'Pays after a few seconds',
		succeeds: true,
	},
	{
		alias: 'bank_fails',
		sortCode: '108800',
		accountNumber: '33333335',
		what: 'Fails after a few seconds',
		succeeds: false,
	},
]

/** Groups the digits of a card number: `4242424242424242` -> `4242 4242 4242 4242`. */
export function spacedNumber(number: string): string {
	return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Reports whether the check digit of a card number is right. */
export function passesLuhn(number: string): boolean {
	let sum = 0
	for (const [index, digit] of [...number].reverse().entries()) {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
		sum += value > 9 ? value - 9 : value
	}
	return sum % 10 === 0
}
