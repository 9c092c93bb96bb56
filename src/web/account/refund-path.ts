import { href } from 'react-router'

/** The page on which a user cancels a purchase, asks for their money back, or says what is wrong. */
export function refundPath(purchaseId: string | null): string {
	const page = href('/account/refund')
	return purchaseId === null ? page : `${page}?purchase=${purchaseId}`
}
