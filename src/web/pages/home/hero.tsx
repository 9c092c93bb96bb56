import { href } from 'react-router'
import { guidePage } from '#catalogue/gallery.ts'
import type { HomePage } from '#shared/content/own-pages.ts'
import { assembleGallery } from '#web/products/gallery.ts'
import { Marked } from '#web/site/marked.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'

export function Hero({ headline, lead, pictureNote }: Pick<HomePage, 'headline' | 'lead' | 'pictureNote'>) {
	return (
		<section className="hero page-width pt-7 sm:pt-12 lg:pt-20">
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
			<PageStack note={pictureNote} />
		</section>
	)
}

/**
 * The places of the pictures, from back to front: the planner's cover, a CV page, the Student Guide's cover, and its page 12,
 * which the caption describes.
 */
const places = [
	'top-[2%] left-[54%] w-[34%] rotate-[11deg]',
	'top-[9%] left-[36%] w-[40%] rotate-[4deg]',
	'top-[3%] left-[3%] w-[36%] -rotate-[9deg]',
	'top-[16%] left-[22%] w-[43%] -rotate-2',
]

/** A fanned stack of pages. */
function PageStack({ note }: { note: string }) {
	return (
		<figure className="@container relative w-full max-w-120 max-sm:-mt-2 lg:-mr-4">
			<div className="relative aspect-[10/10.2]">
				{stackPictures.map((picture, index) => (
					<div key={picture.src} className={`leaf absolute ${places[index] ?? ''}`}>
						<Picture {...picture} sizes="(width < 40rem) 4.5rem, 13rem" />
					</div>
				))}
			</div>
			<figcaption className="margin-note hidden items-start gap-2 @min-[20rem]:flex @min-[20rem]:absolute @min-[20rem]:right-0 @min-[20rem]:bottom-[2%] @min-[20rem]:w-[31%]">
				<span aria-hidden="true" className="mt-2.5 w-6 shrink-0 border-t border-edge" />
				{note}
			</figcaption>
		</figure>
	)
}

const addresses = import.meta.glob<string>(
	[
		'/catalogue/budget-planner/gallery/01-cover-{320.avif,640.avif,640.webp}',
		'/catalogue/cv-secrets/gallery/03-after-{320.avif,640.avif,640.webp}',
		'/catalogue/student-guide/gallery/{01-cover,04-budget}-{320.avif,640.avif,640.webp}',
	],
	{ eager: true, query: '?url', import: 'default' },
)

const page = { caption: null, ...guidePage } as const

/** The pictures, in the order of `places`. */
const stackPictures = [
	...picturesOf('budget-planner', [
		{ ...page, name: '01-cover', alt: 'Cover of the Student Budget Planner' },
	]),
	...picturesOf('cv-secrets', [
		{ ...page, height: 1421, name: '03-after', alt: 'A CV from CV Secrets, after' },
	]),
	...picturesOf('student-guide', [
		{ ...page, name: '01-cover', alt: 'Cover of the Student Guide' },
		{ ...page, name: '04-budget', alt: 'A page of the Student Guide: A budget that survives November' },
	]),
]

function picturesOf(slug: string, pictures: Parameters<typeof assembleGallery>[0]) {
	const own = Object.entries(addresses).filter(([path]) => path.startsWith(`/catalogue/${slug}/`))
	return assembleGallery(pictures, Object.fromEntries(own))
}
