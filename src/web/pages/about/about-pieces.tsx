import { href } from 'react-router'
import type { AboutPage } from '#shared/content/own-pages.ts'
import { coverOf } from '#web/products/product-cover.tsx'
import { EmailLink } from '#web/site/email-link.tsx'
import { Marked } from '#web/site/marked.tsx'
import { Written } from '#web/site/rich-text.tsx'
import { siteText } from '#web/site/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Section } from '#web/ui/section.tsx'

export interface AboutTexts {
	/** Without a story if nobody has confirmed it. */
	about: AboutPage
	covers: readonly Parameters<typeof coverOf>[0][]
}

/** Renders the page. A browser loads this module only if the visitor came by a link on the site (`Prerendered`). */
export function aboutPieces({ about, covers }: AboutTexts) {
	const { headline, lead, began, story, sections } = about
	return (
		<>
			<div className="page-width grid items-center gap-x-10 gap-y-12 pt-12 lg:grid-cols-[6fr_5fr] lg:pt-16">
				<div>
					<h1 className="text-hero">
						<Marked words={headline} />
					</h1>
					<p className="mt-6 max-w-measure text-lead text-soft">{lead}</p>
				</div>
				<CoverFan products={covers} />
			</div>
			{story.length === 0 ? null : (
				<Section {...began}>
					<div className="grid max-w-measure gap-5">
						{story.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</div>
				</Section>
			)}
			{sections.map(({ title, note, text }, index) => (
				<Section key={title} title={title} note={note}>
					<div className="grid max-w-measure gap-4">
						<Written
							text={text}
							insertion={(name) => (name === 'seller-name' ? siteText('trader-name') : <EmailLink />)}
						/>
					</div>
					{index === sections.length - 1 ? (
						<p className="mt-8 flex flex-wrap gap-3">
							<ButtonLink to={href('/free')}>Get Free Resources</ButtonLink>
							<ButtonLink to={href('/premium')} variant="secondary">
								Browse Premium Guides
							</ButtonLink>
						</p>
					) : null}
				</Section>
			))}
		</>
	)
}

/** The places of the covers, from back to front. */
const places = ['left-[48%] rotate-[9deg]', 'left-[27%] rotate-2', 'left-[6%] -rotate-6']

/** The covers of three guides, as decoration. The one at the back is turned most and takes up most space, so it loads first. */
function CoverFan({ products }: { products: AboutTexts['covers'] }) {
	return (
		<div aria-hidden="true" className="relative mx-auto aspect-[10/8] w-full max-w-104 lg:mx-0 lg:max-w-none">
			{products.map((product, index) => {
				const cover = coverOf(product)
				return cover === undefined ? null : (
					<div
						key={product.slug}
						className={`leaf absolute top-[6%] w-[38%] ${places[index + places.length - products.length] ?? ''}`}
					>
						<Picture {...cover} first={index === 0} sizes="(width < 64rem) 36vw, 13rem" />
					</div>
				)
			})}
		</div>
	)
}
