import { href, Link } from 'react-router'
import { creatorStory } from '#catalogue/creator-story.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { findProduct } from '#web/products/find-product.ts'
import { coverOf } from '#web/products/product-cover.tsx'
import { MarketingClaim } from '#web/site/conditional-content.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { BulletList, Section } from '#web/ui/section.tsx'

const promises = [
	'Every rule that can change is dated, and the official page to check it on is named.',
	'What is not finished is not sold. It says so, and has no price until it is.',
	'Free means free: no card, no trial, no newsletter that you did not ask for.',
	'Paid means paid once. The files are ordinary files and stay yours.',
]

export function meta() {
	return pageMeta({
		title: 'About',
		description:
			'Who writes the Headstart guides, why, and what we hold ourselves to: rules with dates, official pages named, nothing sold before it is finished.',
		path: '/about',
	})
}

export default function AboutPage() {
	return (
		<>
			<div className="page-width grid items-center gap-x-10 gap-y-12 pt-12 lg:grid-cols-[7fr_4fr] lg:pt-16">
				<div>
					<h1 className="text-hero">
						What somebody <span className="marked">a year ahead</span> would tell you
					</h1>
					<p className="mt-6 max-w-measure text-lead text-soft">
						Guides for the parts of student life nobody explains: written to be read in one sitting, and kept
						on the desk for the rest of the term.
					</p>
				</div>
				<CoverFan />
			</div>
			<MarketingClaim id="creator-story">
				<Section title="How it began" note="A folder, a group chat, and the same ten questions.">
					<div className="grid max-w-measure gap-5">
						{creatorStory.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</div>
				</Section>
			</MarketingClaim>
			<Section title="What we hold ourselves to" note="Hold us to it, too.">
				<BulletList items={promises} className="max-w-measure" />
			</Section>
			<Section
				title="What this is not"
				note="The people who give advice for a living are named in the guides."
			>
				<div className="max-w-measure">
					<p>
						These guides are not legal, immigration, tax or financial advice. They tell you what somebody in
						your place needs to know first, and where to ask when it matters.
					</p>
					<p className="mt-4">
						Found a mistake, or something that has changed?{' '}
						<Link to={href('/contact')} className="link">
							Tell us
						</Link>
						: the next edition will have it right.
					</p>
					<p className="mt-8 flex flex-wrap gap-3">
						<ButtonLink to={href('/free')}>Get Free Resources</ButtonLink>
						<ButtonLink to={href('/premium')} variant="secondary">
							Browse Premium Guides
						</ButtonLink>
					</p>
				</div>
			</Section>
		</>
	)
}

/** From back to front. */
const fan = [
	{ slug: 'startup-blueprint', place: 'left-[48%] rotate-[9deg]' },
	{ slug: 'budget-planner', place: 'left-[27%] rotate-2' },
	{ slug: 'student-guide', place: 'left-[6%] -rotate-6' },
]

// The cover at the back takes the most room, so it is the page's largest paint and loads first.
const largest = 0

/** The covers of the guides that this page mentions. Decoration, as the text names their titles. */
export function CoverFan() {
	return (
		<div aria-hidden="true" className="relative mx-auto aspect-[10/8] w-full max-w-104 lg:mx-0">
			{fan.map(({ slug, place }, index) => {
				const cover = coverOf(findProduct(slug))
				return cover === undefined ? null : (
					<div key={slug} className={`leaf absolute top-[6%] w-[38%] ${place}`}>
						<Picture {...cover} first={index === largest} sizes="(width < 64rem) 36vw, 10rem" />
					</div>
				)
			})}
		</div>
	)
}
