import { href } from 'react-router'
import type { HomePage } from '#shared/content/own-pages.ts'
import { coverOf } from '#web/products/product-cover.tsx'
import { Marked } from '#web/site/marked.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { CvAfter, CvBefore } from './crops-cv.tsx'

type HeroProps = Pick<HomePage, 'headline' | 'lead' | 'pictureNote' | 'comparison'>

export function Hero({ headline, lead, pictureNote, comparison }: HeroProps) {
	return (
		<section className="hero page-width pt-7 sm:pt-12 lg:pt-16">
			<div>
				<h1 className="text-hero">
					<Marked words={headline} drawn />
				</h1>
				<p className="mt-4 max-w-136 text-body leading-[1.45] sm:mt-6 sm:text-lead">{lead}</p>
			</div>
			<p className="flex flex-wrap content-start gap-3 max-sm:*:px-3 max-sm:*:text-label">
				<ButtonLink to={href('/free')}>Get Free Resources</ButtonLink>
				<ButtonLink to={href('/premium')} variant="secondary">
					Browse Premium Guides
				</ButtonLink>
			</p>
			<figure>
				{['budget-planner', 'student-guide'].map((slug) => (
					<HeroCover key={slug} slug={slug} />
				))}
				<ComparedCv {...comparison.rows[0]} />
				<figcaption className="margin-note leader mt-5">{pictureNote}</figcaption>
			</figure>
		</section>
	)
}

/** A cover behind the page. It is decoration: both guides are on the shelf below. */
function HeroCover({ slug }: { slug: string }) {
	const cover = coverOf({ slug, releasedByOwner: false })
	return cover === undefined ? null : (
		<div aria-hidden="true" className="hero-cover shadow-leaf">
			<Picture {...cover} sizes="12rem" />
		</div>
	)
}

/**
 * One CV, before above a line and after below it. `compare-line.ts` lets a visitor move the line. Without scripts the two halves stay
 * as they are.
 */
function ComparedCv({ before = '', after = '' }: Partial<HomePage['comparison']['rows'][number]>) {
	return (
		<div className="compared leaf">
			<div>
				<p className="sr-only">Before: {before}</p>
				<CvBefore />
			</div>
			<div>
				<p className="sr-only">After: {after}</p>
				<CvAfter />
			</div>
			<div className="compared-line">
				<input
					type="range"
					defaultValue={50}
					aria-label="How much of the page is after, in per cent"
					className="scripts-only"
				/>
				<p aria-hidden="true">
					<span>Before: {before}</span>
					<span>After: {after}</span>
				</p>
			</div>
		</div>
	)
}
