import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { categories, categoryPath } from '#shared/categories.ts'
import { networkOf, socialNetworks } from '#shared/site.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { isPartShown, siteOrigin, siteText, siteWords } from '#web/site/site-settings.ts'
import { WordmarkContent } from './wordmark.tsx'

/** The footer of every page. Browsers don't load it, because the document contains it. */
export function SiteFooter() {
	return (
		<Prerendered as="footer" name="footer" className="site-footer">
			{import.meta.env.SSR ? <FooterContent /> : undefined}
		</Prerendered>
	)
}

function FooterContent() {
	const { footer, profiles } = siteWords()
	return (
		<>
			<div className="page-width">
				<div className="footer-head">
					<span className="flex items-center gap-2.5">
						<WordmarkContent />
					</span>
					<p>{footer.sentence}</p>
				</div>
				<LinkColumn title={footer.pages}>
					<FooterLink to={href('/')}>Home</FooterLink>
					<FooterLink to={href('/free')}>Free</FooterLink>
					<FooterLink to={href('/premium')}>Premium</FooterLink>
					{isPartShown(['articles']) ? <FooterLink to={href('/articles')}>Articles</FooterLink> : null}
					<FooterLink to={href('/about')}>About</FooterLink>
				</LinkColumn>
				<LinkColumn title={footer.categories}>
					{categories.map((category) => (
						<FooterLink key={category} to={categoryPath(category)}>
							{category}
						</FooterLink>
					))}
				</LinkColumn>
				<LinkColumn title={footer.help}>
					<FooterLink to={href('/contact')}>Contact</FooterLink>
					<FooterLink to={href('/refunds')}>Refunds</FooterLink>
					<FooterLink to={href('/account/refund')}>Cancel a purchase</FooterLink>
					<FooterLink to={href('/terms')}>Terms</FooterLink>
					<FooterLink to={href('/privacy')}>Privacy</FooterLink>
					<FooterLink to={href('/accessibility')}>Accessibility</FooterLink>
				</LinkColumn>
				{profiles.length > 0 ? (
					<LinkColumn title={footer.profiles}>
						<ProfileLinks profiles={profiles} />
					</LinkColumn>
				) : (
					<LinkColumn title={footer.share}>
						<ShareLinks text={footer.shared} />
					</LinkColumn>
				)}
			</div>
			<p className="page-width footer-seller">
				{`Sold by ${siteText('trader-name')}, ${siteText('trader-address')}`}
			</p>
		</>
	)
}

function LinkColumn({ title, children }: { title: string; children: ReactNode }) {
	return (
		<nav aria-label={title}>
			<h2>{title}</h2>
			<ul>{children}</ul>
		</nav>
	)
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<li>
			<Link to={to}>{children}</Link>
		</li>
	)
}

/** Links to the shop's profiles, in the order of the networks. Nothing is loaded from the networks. */
function ProfileLinks({ profiles }: { profiles: readonly string[] }) {
	return socialNetworks.map(({ id, name }) => {
		const address = profiles.find((profile) => networkOf(profile) === id)
		return address === undefined ? null : (
			<li key={id}>
				<a href={address} target="_blank" rel="me noopener noreferrer">
					{name}
				</a>
			</li>
		)
	})
}

/** Returns the networks' addresses for sharing this site. Nothing is loaded from the networks. */
function shareAddresses(words: string): { network: string; address: string }[] {
	// The site's address needs no encoding: a query string may contain a plain address.
	const site = `${siteOrigin()}/`
	const text = encodeURIComponent(words)
	return [
		{ network: 'WhatsApp', address: `https://wa.me/?text=${text}%20${site}` },
		{ network: 'LinkedIn', address: `https://www.linkedin.com/sharing/share-offsite/?url=${site}` },
		{ network: 'Facebook', address: `https://www.facebook.com/sharer/sharer.php?u=${site}` },
		{ network: 'X', address: `https://x.com/intent/post?text=${text}&url=${site}` },
	]
}

function ShareLinks({ text }: { text: string }) {
	return shareAddresses(text).map(({ network, address }) => (
		<li key={network}>
			<a href={address} target="_blank" rel="noopener noreferrer">
				{network}
			</a>
		</li>
	))
}
