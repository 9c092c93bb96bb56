import type { ReactNode } from 'react'
import { categories, categoryPath } from '#web/shop-window/categories.ts'
import { SiteOnly } from '#web/site/shown.tsx'
import { siteText } from '#web/site/site.ts'
import { FooterLink } from './footer-link.tsx'
import { ProfileLinks } from './profile-links.tsx'
import { ShareLinks } from './share-links.tsx'
import { Wordmark } from './wordmark.tsx'

export function SiteFooter() {
	return (
		<footer className="mt-20 border-t border-rule pt-10 pb-28 md:pb-12 lg:mt-24 lg:pt-12">
			<div className="page-width grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.75rem),1fr))] gap-x-8 gap-y-8 sm:grid-cols-4 lg:grid-cols-[1.7fr_1fr_1fr_1fr_1fr]">
				<div className="col-span-full font-display lg:col-span-1">
					<Wordmark />
					<p className="mt-3 max-w-64 text-label text-soft">
						Guides and templates for students and graduates in the UK, wherever you started from.
					</p>
				</div>
				<FooterLinks title="Quick links">
					<FooterLink to="/">Home</FooterLink>
					<FooterLink to="/free">Free</FooterLink>
					<FooterLink to="/premium">Premium</FooterLink>
					<FooterLink to="/about">About</FooterLink>
				</FooterLinks>
				<FooterLinks title="Categories">
					{categories.map((category) => (
						<FooterLink key={category} to={categoryPath(category)}>
							{category}
						</FooterLink>
					))}
				</FooterLinks>
				<FooterLinks title="Help and terms">
					<FooterLink to="/contact">Contact</FooterLink>
					<FooterLink to="/refunds">Refunds</FooterLink>
					<FooterLink to="/terms">Terms</FooterLink>
					<FooterLink to="/privacy">Privacy</FooterLink>
				</FooterLinks>
				<SiteOnly when="profiles">
					<FooterLinks title="Follow us">
						<ProfileLinks />
					</FooterLinks>
				</SiteOnly>
				<SiteOnly when="no-profiles">
					<FooterLinks title="Tell a friend">
						<ShareLinks />
					</FooterLinks>
				</SiteOnly>
			</div>
			<p className="page-width mt-10 font-display text-note text-soft">
				Sold by {siteText('trader-name')}, {siteText('trader-address')}
			</p>
		</footer>
	)
}

function FooterLinks({ title, children }: { title: string; children: ReactNode }) {
	return (
		<nav aria-label={title}>
			<h2 className="text-label font-semibold tracking-normal">{title}</h2>
			<ul className="mt-2 text-label">{children}</ul>
		</nav>
	)
}
