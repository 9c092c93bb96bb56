import { socialNetworks } from '#shared/social-networks.ts'
import { SiteOnly } from '#web/site/shown.tsx'
import { siteText } from '#web/site/site.ts'
import { footerLinkClass } from './footer-link.tsx'

/** The shop's own profiles, as far as its owner has given their addresses. Nothing of a network's is loaded here. */
export function ProfileLinks() {
	return socialNetworks.map(({ id, name }) => (
		<SiteOnly key={id} as="li" when={`profile-${id}`}>
			<a
				href={siteText(`profile-${id}`)}
				target="_blank"
				rel="me noopener noreferrer"
				className={footerLinkClass}
			>
				{name}
			</a>
		</SiteOnly>
	))
}
