import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import './purchase.css'

interface PurchaseBandProps {
	className: string
	picture: ReactNode
	/** The content for the purchase's current stage. */
	children: ReactNode
}

/** The top of the page, with the stage of the purchase beside a picture of the guide. */
export function PurchaseBand({ className, picture, children }: PurchaseBandProps) {
	return (
		<div className={`purchase-band grid ${className}`}>
			<div className="page-width purchase-columns">
				<div className="purchase-text py-10 md:self-center md:py-14">
					<WithoutScripts />
					{/* Announces each stage once. Otherwise screen readers would read all of it again when a button in it changes to
					    “Preparing...”. */}
					<div role="status" aria-atomic="false" className="scripts-only grid justify-items-start gap-5">
						{children}
					</div>
				</div>
				<div className="purchase-picture scripts-only">{picture}</div>
			</div>
		</div>
	)
}

/** Shown for the first second or two, while the payment is checked. */
export function Processing() {
	return (
		<StageText title="Processing your purchase...">
			<p>We’re checking with the payment provider. This takes a few seconds.</p>
		</StageText>
	)
}

/** Shown if JavaScript is switched off. Explains what that means for the payment and how to get the guide. */
function WithoutScripts() {
	return (
		<noscript>
			<div className="grid gap-5">
				<StageText title="Your guide needs JavaScript">
					<p>If you paid, your payment is recorded and the guide is yours. You don’t need to pay again.</p>
					<p>
						JavaScript is switched off in this browser. Switch it on for this site, then load the page again,
						and your guide downloads automatically. If you can’t,{' '}
						<Link to={href('/contact')} className="link">
							write to us
						</Link>
						.
					</p>
				</StageText>
			</div>
		</noscript>
	)
}

export function StageText({ title, children }: { title: string; children: ReactNode }) {
	return (
		<>
			<h1 className="text-title">{title}</h1>
			{children}
		</>
	)
}

/** The places of the pages behind the cover, the last page first. */
const places = ['rotate-[9deg] translate-x-[38%] translate-y-[4%]', 'rotate-[3.5deg] translate-x-[19%]']
export const pagesBehind = places.length

interface FanProps {
	leafClass: string
	behind?: readonly ReactNode[]
	/** How many pages are behind the cover, even if not all of `behind` is known yet. */
	pages?: number
	/** The cover. */
	children: ReactNode
}

/** A cover fanned over one or two pages, as decoration. */
export function Fan({ leafClass, behind = [], pages = pagesBehind, children }: FanProps) {
	return (
		<div aria-hidden="true" className="relative w-[58%] max-w-64 md:w-[64%]">
			{places.slice(0, pages).map((place, index) => {
				const page = behind[pages - 1 - index]
				// A sheet is as high as the page on it: the pages of some guides are not as high as their covers.
				const height = page === undefined ? 'inset-0' : 'inset-x-0 top-0'
				return (
					<div key={place} className={`absolute ${height} ${leafClass} ${place}`}>
						{page}
					</div>
				)
			})}
			<div className={`moving-cover relative aspect-[1280/2275] -rotate-2 ${leafClass}`}>{children}</div>
		</div>
	)
}

/** Empty pages, in the shape of a guide. */
export function EmptyFan() {
	return (
		<Fan leafClass="border border-rule bg-paper">
			<div className="grid gap-[6%] p-[12%]">
				<div className="h-6 w-4/5 bg-rule" />
				<div className="h-6 w-3/5 bg-rule" />
				<div className="h-6 w-2/5 bg-rule" />
			</div>
		</Fan>
	)
}
