import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { socialNetworks } from '#shared/site.ts'
import { siteOrigin } from '#web/head/site-origin.ts'
import { categories, categoryPath } from '#web/products/categories.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { siteText } from '#web/site/site-settings.ts'
import { Wordmark } from './wordmark.tsx'

export function SiteFooter() {
	return (
		<footer className="mt-12 border-t border-rule pt-6 pb-6 sm:mt-20 sm:pt-10 md:pb-12 lg:mt-24 lg:pt-12">
			<div className="page-width grid gap-x-8 sm:grid-cols-4 sm:gap-y-8 lg:grid-cols-[1.7fr_1fr_1fr_1fr_1fr]">
				<div className="col-span-full font-display lg:col-span-1">
					<Wordmark />
					<p className="mt-2 mb-2 text-label text-soft sm:mt-3 sm:max-w-64">
						Guides and templates for students and graduates in the UK, wherever you started from.
					</p>
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
				<SiteOnly when="no-profiles">
					<LinkColumn title="Tell a friend">
						<ShareLinks />
					</LinkColumn>
				</SiteOnly>
			</div>
			<p className="page-width mt-3 sm:mt-10 font-display text-note text-soft">
				Sold by {siteText('trader-name')}, {siteText('trader-address')}
			</p>
		</footer>
	)
}

function LinkColumn({ title, children }: { title: string; children: ReactNode }) {
	return (
		<nav aria-label={title}>
			<h2 className="text-label font-semibold tracking-normal">{title}</h2>
			<ul className="-mt-1.5 flex flex-wrap gap-x-4 text-label sm:mt-2 sm:block">{children}</ul>
		</nav>
	)
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<li>
			<Link to={to} className={footerLinkClass}>
				{children}
			</Link>
		</li>
	)
}

const footerLinkClass =
	'inline-flex min-h-11 min-w-11 items-center text-soft underline-offset-4 hover:text-ink hover:underline'

/** Links to the shop's profiles, as far as the owner has set them. Nothing is loaded from the networks. */
function ProfileLinks() {
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

const shareText = 'Free and paid guides for students and graduates'

/** Returns the networks' addresses for sharing this site. Nothing is loaded from the networks. */
function shareAddresses(): { network: string; address: string }[] {
	// Not encoded, so that the server finds the placeholder. A query may contain an address as it is.
	const site = `${siteOrigin()}/`
	const text = encodeURIComponent(shareText)
	return [
		{ network: 'WhatsApp', address: `https://wa.me/?text=${text}%20${site}` },
		{ network: 'LinkedIn', address: `https://www.linkedin.com/sharing/share-offsite/?url=${site}` },
		{ network: 'X', address: `https://x.com/intent/post?text=${text}&url=${site}` },
		{ network: 'Facebook', address: `https://www.facebook.com/sharer/sharer.php?u=${site}` },
	]
}

function ShareLinks() {
	return shareAddresses().map(({ network, address }) => (
		<li key={network}>
			<a href={address} target="_blank" rel="noopener noreferrer" className={footerLinkClass}>
				{network}
			</a>
		</li>
	))
}
