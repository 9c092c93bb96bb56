import { siteOrigin } from '#web/head/site-origin.ts'
import { footerLinkClass } from './footer-link.tsx'

const words = 'Free and paid guides for students and graduates'

/** The networks' own addresses for passing a page on: a link each, and nothing of theirs is loaded here. */
function shareAddresses(): { network: string; address: string }[] {
	// Not encoded: an address may stand in a query as it is, and the server must find the placeholder to replace.
	const site = `${siteOrigin()}/`
	const text = encodeURIComponent(words)
	return [
		{ network: 'WhatsApp', address: `https://wa.me/?text=${text}%20${site}` },
		{ network: 'LinkedIn', address: `https://www.linkedin.com/sharing/share-offsite/?url=${site}` },
		{ network: 'X', address: `https://x.com/intent/post?text=${text}&url=${site}` },
		{ network: 'Facebook', address: `https://www.facebook.com/sharer/sharer.php?u=${site}` },
	]
}

export function ShareLinks() {
	return shareAddresses().map(({ network, address }) => (
		<li key={network}>
			<a href={address} target="_blank" rel="noopener noreferrer" className={footerLinkClass}>
				{network}
			</a>
		</li>
	))
}
