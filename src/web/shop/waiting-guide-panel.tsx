import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { coverOf, DrawnCover } from '#web/products/product-cover.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { WithLinkCode } from './with-link-code.tsx'

/** What a visitor signs in for. */
export interface Waiting {
	/** The id of the guide or the bundle. */
	id: string
	/** Names it to screen readers. */
	label: string
	title: string
	/** The title in a sentence. */
	shortTitle: string
	/** Such as "£14.99, once". */
	price: string | undefined
	/** The discount code of the link that the visitor came by. */
	code?: string | null
	/** Further facts, such as "28 pages, 40 minutes", or the guides of a bundle. */
	facts: string
	/** Whether a phone shows the facts too. */
	showsFactsOnPhone?: boolean
	/** The guide whose cover is shown. */
	cover: ShelfProduct
	/** What comes next: a download, a checkout, or the page on which the visitor reads the guide. */
	next: 'download' | 'checkout' | 'read'
}

interface WaitingGuidePanelProps {
	waiting: Waiting
	/** Whether the visitor has begun to take or buy it, so that the download or purchase continues by itself. */
	begun: boolean
	/** Says when the download or purchase continues, such as "Once you’re signed in". */
	when: string
}

/**
 * Shows the waiting guide or bundle while a visitor signs in, and says what happens next. The panel is a strip on a phone
 * and a column on a laptop.
 */
export function WaitingGuidePanel({ waiting, begun, when }: WaitingGuidePanelProps) {
	const { id, label, title, price, code = null, facts, showsFactsOnPhone = false, cover } = waiting
	return (
		<section
			aria-label={label}
			className="grid grid-cols-[min(5rem,25%)_minmax(0,1fr)] items-center gap-x-5 gap-y-8 border-b border-rule pb-6 lg:grid-cols-[minmax(0,15rem)] lg:border-0 lg:pb-0 xl:grid-cols-[15rem_minmax(0,1fr)] xl:items-end xl:gap-x-20"
		>
			<WaitingCover product={cover} />
			<div className="font-display">
				<p className="leading-snug font-semibold lg:text-heading lg:font-bold">
					<span className="marked">{title}</span>
				</p>
				<p className="figures mt-1 text-label text-soft lg:mt-3">
					<WithLinkCode productId={id} code={code}>
						{price}
					</WithLinkCode>
					{facts === '' ? null : (
						<span className={showsFactsOnPhone ? '' : 'max-lg:hidden'}>{` · ${facts}`}</span>
					)}
				</p>
				<p className="mt-1 text-label lg:mt-3 lg:max-w-72 lg:text-body">
					{when}, {nextStep(waiting, begun)}
				</p>
			</div>
		</section>
	)
}

/** Shows the cover over the edges of the guide's pages. */
export function WaitingCover({ product }: { product: ShelfProduct }) {
	const cover = coverOf(product)
	return (
		<div className="relative mr-2 lg:mr-0">
			<div
				aria-hidden="true"
				className="leaf absolute inset-0 hidden translate-x-[18%] rotate-[9deg] lg:block"
			/>
			<div aria-hidden="true" className="leaf absolute inset-0 translate-x-[8%] rotate-[4deg]" />
			<div className="moving-cover relative -rotate-2 shadow-leaf">
				{cover === undefined ? (
					<DrawnCover product={product} />
				) : (
					<Picture {...cover} sizes="(width < 64rem) 5rem, 15rem" />
				)}
			</div>
		</div>
	)
}

function nextStep({ next, cover }: Waiting, begun: boolean): string {
	if (next === 'read') return cover.isFree ? 'you can read it here.' : 'you can read it here if it’s yours.'
	if (next === 'download') return begun ? 'its download starts by itself.' : 'you can download it.'
	return begun
		? 'the checkout opens by itself. Nothing is charged until you pay there.'
		: 'you can buy it. Nothing is charged until you pay at the checkout.'
}
