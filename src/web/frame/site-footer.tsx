import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { categories } from '#shared/categories.ts'
import { socialNetworks } from '#shared/site.ts'
import { categoryPath } from '#web/products/categories.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { Prerendered } from '#web/site/prerendered.tsx'
import { siteOrigin, siteText } from '#web/site/site-settings.ts'
import { Wordmark } from './wordmark.tsx'

/** The footer of every page. Browsers don't load it, because the document contains it. */
export function SiteFooter() {
	return (
		<Prerendered as="footer" name="footer" className="site-footer">
			{import.meta.env.SSR ? <FooterContent /> : undefined}
		</Prerendered>
	)
}

function FooterContent() {
	return (
		<>
			<div className="page-width">
				<div className="footer-head">
					<Wordmark />
					<p>Guides and templates for students and graduates in the UK, wherever you started from.</p>
				</div>
				<LinkColumn title="Quick links">
					<FooterLink to={href('/')}>Home</FooterLink>
					<FooterLink to={href('/free')}>Free</FooterLink>
					<FooterLink to={href('/premium')}>Premium</FooterLink>
					<FooterLink to={href('/about')}>About</FooterLink>
				</LinkColumn>
				<LinkColumn title="Categories">
					{categories.map((category) => (
						<FooterLink key={category} to={categoryPath(category)}>
							{category}
						</FooterLink>
					))}
				</LinkColumn>
				<LinkColumn title="Help and terms">
					<FooterLink to={href('/contact')}>Contact</FooterLink>
					<FooterLink to={href('/refunds')}>Refunds</FooterLink>
					<FooterLink to={href('/terms')}>Terms</FooterLink>
					<FooterLink to={href('/privacy')}>Privacy</FooterLink>
				</LinkColumn>
				<SiteOnly when="profiles">
					<LinkColumn title="Follow us">
						<ProfileLinks />
					</LinkColumn>
				</SiteOnly>
				<SiteOnly unless="profiles">
					<LinkColumn title="Tell a friend">
						<ShareLinks />
					</LinkColumn>
				</SiteOnly>
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

/** Links to those of the shop's profiles that the owner has set. Nothing is loaded from the networks. */
function ProfileLinks() {
	return socialNetworks.map(({ id, name }) => (
		<SiteOnly key={id} as="li" when={`profile-${id}`}>
			<a href={siteText(`profile-${id}`)} target="_blank" rel="me noopener noreferrer">
				{name}
			</a>
		</SiteOnly>
	))
}

const shareText = 'Free and paid guides for students and graduates'

/** Returns the networks' addresses for sharing this site. Nothing is loaded from the networks. */
function shareAddresses(): { network: string; address: string }[] {
	// The site's address needs no encoding: a query string may contain a plain address.
	const site = `${siteOrigin()}/`
	const text = encodeURIComponent(shareText)
	return [
		{ network: 'WhatsApp', address: `https://wa.me/?text=${text}%20${site}` },
		{ network: 'LinkedIn', address: `https://www.linkedin.com/sharing/share-offsite/?url=${site}` },
		{ network: 'Facebook', address: `https://www.facebook.com/sharer/sharer.php?u=${site}` },
		{ network: 'X', address: `https://x.com/intent/post?text=${text}&url=${site}` },
	]
}

function ShareLinks() {
	return shareAddresses().map(({ network, address }) => (
		<li key={network}>
			<a href={address} target="_blank" rel="noopener noreferrer">
				{network}
			</a>
		</li>
	))
}
