import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { detailPath } from '#shared/paths.ts'
import { pagesFact, priceFact } from './facts.ts'
import { PagesPicture } from './product-cover.tsx'

interface GuideLinksProps {
	title: string
	note?: ReactNode
	products: readonly ShelfProduct[]
}

/** Links to released products, with their covers beside the titles, or above them in narrow columns. */
export function GuideLinks({ title, note, products }: GuideLinksProps) {
	return (
		<section className="mt-10 border-t border-rule pt-5 sm:pt-8 lg:mt-14">
			<h2 className="text-subheading">{title}</h2>
			{note === undefined ? null : <p className="mt-1 text-[1rem] text-soft">{note}</p>}
			<ul className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-2 sm:has-[>:nth-child(3)]:grid-cols-3 lg:grid-cols-3 lg:gap-x-12">
				{products.map((product) => (
					<li key={product.id} className="@container">
						<Link
							to={detailPath(product) ?? '/'}
							viewTransition
							className="group grid grid-cols-[min(4.375rem,27%)_minmax(0,1fr)] items-center gap-x-[min(1.5rem,7%)] gap-y-3 @max-[15rem]:*:last:col-span-full"
						>
							<PagesPicture product={product} />
							<span>
								<span className="block font-display text-[1.1875rem] leading-snug font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline">
									{product.title}
								</span>
								<span className="figures mt-1.5 block font-display text-label text-soft">
									{[pagesFact(product), priceFact(product)].filter(Boolean).join(' · ')}
								</span>
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
