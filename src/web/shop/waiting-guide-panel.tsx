import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { pagesFact, priceFact } from '#web/products/facts.ts'
import { coverOf, DrawnCover } from '#web/products/product-cover.tsx'
import { Picture } from '#web/ui/picture.tsx'

interface WaitingGuidePanelProps {
	product: ShelfProduct
	/** Whether the visitor has begun to take or buy the guide, so that the download or purchase continues by itself. */
	begun: boolean
	/** Says when the download or purchase continues, such as "Once you’re signed in". */
	when: string
}

/**
 * Shows the waiting guide while a visitor signs in, and says what happens to the guide next. The panel is a strip on a phone
 * and a column on a laptop.
 */
export function WaitingGuidePanel({ product, begun, when }: WaitingGuidePanelProps) {
	const facts = [pagesFact(product), product.readingTime].filter(Boolean).join(', ')
	return (
		<section
			aria-label="The guide you chose"
			className="grid grid-cols-[min(5rem,25%)_minmax(0,1fr)] items-center gap-x-5 gap-y-8 border-b border-rule pb-6 lg:grid-cols-[minmax(0,15rem)] lg:border-0 lg:pb-0 xl:grid-cols-[15rem_minmax(0,1fr)] xl:items-end xl:gap-x-20"
		>
			<WaitingCover product={product} />
			<div className="font-display">
				<p className="leading-snug font-semibold lg:text-heading lg:font-bold">
					<span className="marked">{product.title}</span>
				</p>
				<p className="figures mt-1 text-label text-soft lg:mt-3">
					{priceFact(product)}
					{facts === '' ? null : <span className="max-lg:hidden">{` · ${facts}`}</span>}
				</p>
				<p className="mt-1 text-label lg:mt-3 lg:max-w-72 lg:text-body">
					{when}, {nextStep(product, begun)}
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
			<div className="relative -rotate-2 shadow-leaf">
				{cover === undefined ? (
					<DrawnCover product={product} />
				) : (
					<Picture {...cover} sizes="(width < 64rem) 5rem, 15rem" />
				)}
			</div>
		</div>
	)
}

function nextStep({ isFree }: ShelfProduct, begun: boolean): string {
	if (isFree) return begun ? 'its download starts by itself.' : 'you can download it.'
	return begun
		? 'the checkout opens by itself. Nothing is charged until you pay there.'
		: 'you can buy it. Nothing is charged until you pay at the checkout.'
}
