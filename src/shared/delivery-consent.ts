/** The words for the terms in the consent that the buyer gives on the hosted page. */
export const termsWords = 'terms'

/**
 * Returns what the buyer of one guide, or of the guides of a bundle, agrees to on the hosted page. Under UK law the right to
 * cancel ends only with express consent.
 */
export function deliveryConsent(guides: number): string {
	const [bought, downloads] =
		guides === 1 ? ['my guide', 'the download is'] : ['my guides', 'the downloads are']
	return `I agree to the ${termsWords}. I want ${bought} at once, and I understand that I lose my 14-day right to cancel as soon as ${downloads} made available to me. The shop’s own refund of unopened guides within 14 days stays.`
}
