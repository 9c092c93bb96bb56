import { href, Link, useLoaderData } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { coverOf } from '#web/products/product-cover.tsx'
import { isClaimShown, shelf, shopState } from '#web/site/shop.server.ts'
import { siteText } from '#web/site/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { BulletList, Section } from '#web/ui/section.tsx'

const promises = [
	'We date every rule that can change, and name the official page to check it on.',
	'We don’t sell unfinished guides. They’re marked “Coming Soon” and have no price yet.',
	'Free means free: no card, no trial, no newsletter you didn’t ask for.',
	'Paid means paid once. You get ordinary files, and they stay yours.',
]

export function meta() {
	return pageMeta({
		title: 'About',
		description:
			'Who is behind the Headstart guides, and what we promise: rules with dates, official pages named, and no guide sold before it is finished.',
		path: '/about',
	})
}

export function loader() {
	return {
		covers: shelf().flatMap(({ slug, releasedByOwner, cover }) =>
			fan.some((place) => place.slug === slug) ? [{ slug, releasedByOwner, ...(cover && { cover }) }] : [],
		),
		story: isClaimShown('creator-story') ? shopState().pages.about.story : [],
	}
}

export default function AboutPage() {
	const { covers, story } = useLoaderData<typeof loader>()
	return (
		<>
			<div className="page-width grid items-center gap-x-10 gap-y-12 pt-12 lg:grid-cols-[7fr_4fr] lg:pt-16">
				<div>
					<h1 className="text-hero">
						What someone <span className="marked">a year ahead</span> would tell you
					</h1>
					<p className="mt-6 max-w-measure text-lead text-soft">
						Guides to the parts of student life that no one explains: short enough to read in one sitting,
						useful enough to keep on your desk all term.
					</p>
				</div>
				<CoverFan products={covers} />
			</div>
			{story.length === 0 ? null : (
				<Section title="How it began" note="A folder, a group chat, and the same ten questions.">
					<div className="grid max-w-measure gap-5">
						{story.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</div>
				</Section>
			)}
			<Section title="What we promise" note="Tell us if we break one.">
				<BulletList items={promises} className="max-w-measure" />
			</Section>
			<Section title="Who is behind it" note="A person answers.">
				<p className="max-w-measure">
					The guides are published and sold by {siteText('trader-name')}. The address and email are on the{' '}
					<Link to={href('/contact')} className="link">
						contact page
					</Link>
					.
				</p>
			</Section>
			<Section title="What this is not" note="Each guide says who can advise you on your own case.">
				<div className="max-w-measure">
					<p>
						These guides are not legal, immigration, tax or financial advice. They tell you what you need to
						know first, and who to ask when it matters.
					</p>
					<p className="mt-4">
						Found a mistake, or something that has changed?{' '}
						<Link to={href('/contact')} className="link">
							Tell us
						</Link>
						, and we’ll correct it in the next edition.
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

/** The covers, from back to front. */
const fan = [
	{ slug: 'startup-blueprint', place: 'left-[48%] rotate-[9deg]' },
	{ slug: 'budget-planner', place: 'left-[27%] rotate-2' },
	{ slug: 'student-guide', place: 'left-[6%] -rotate-6' },
]

// The index of the cover at the back. That cover is turned the most and so takes up the most space, so it loads first.
const largest = 0

/** The covers of three guides, as decoration. */
function CoverFan({ products }: { products: readonly Parameters<typeof coverOf>[0][] }) {
	return (
		<div aria-hidden="true" className="relative mx-auto aspect-[10/8] w-full max-w-104 lg:mx-0">
			{fan.map(({ slug, place }, index) => {
				const product = products.find((candidate) => candidate.slug === slug)
				const cover = product && coverOf(product)
				return cover === undefined ? null : (
					<div key={slug} className={`leaf absolute top-[6%] w-[38%] ${place}`}>
						<Picture {...cover} first={index === largest} sizes="(width < 64rem) 36vw, 10rem" />
					</div>
				)
			})}
		</div>
	)
}
