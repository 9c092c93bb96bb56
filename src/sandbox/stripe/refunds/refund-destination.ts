import type Stripe from 'stripe'

/**
 * Returns where a refund goes, with the bank's or the card network's reference once there is one. What was debited from a bank
 * account goes back to it by bank transfer.
 */
export function refundDestination(
	{ destination_details: before }: Pick<Stripe.Refund, 'destination_details'>,
	reference?: string,
): Stripe.Refund.DestinationDetails {
	return destinationFor(before?.type === 'gb_bank_transfer', reference)
}

/** Returns where a new refund of a charge goes. */
export function newDestination({
	payment_method_details: method,
}: Pick<Stripe.Charge, 'payment_method_details'>): Stripe.Refund.DestinationDetails {
	return destinationFor(method?.type === 'bacs_debit')
}

function destinationFor(isBank: boolean, reference?: string): Stripe.Refund.DestinationDetails {
	const reference_status = reference === undefined ? 'pending' : 'available'
	if (isBank)
		return {
			type: 'gb_bank_transfer',
			gb_bank_transfer: { reference: reference ?? null, reference_status },
		}
	return {
		type: 'card',
		card: {
			...(reference === undefined ? {} : { reference }),
			reference_status,
			reference_type: 'acquirer_reference_number',
			type: 'refund',
		},
	}
}
