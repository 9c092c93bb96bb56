import { Link } from 'react-router'
import type { HomePage } from '#shared/content/own-pages.ts'
import { detailPath } from '#shared/paths.ts'
import { pagesFact, priceFact } from '#web/products/facts.ts'
import { useShelf } from '#web/site/use-shelf.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Links to product pages. Each is the answer to a question. */
export function ProductLinks({ answers }: Pick<HomePage['help'], 'answers'>) {
	const products = useShelf()
	const shown = answers.flatMap(({ slug, question }) =>
		products.filter((product) => product.slug === slug).map((product) => ({ product, question })),
	)
	return (
		<ul className="border-t border-rule">
			{shown.map(({ product, question }) => (
				<li key={product.id} className="border-b border-rule">
					<Link
						to={detailPath(product) ?? '/'}
						className="group flex min-h-12 flex-wrap items-center gap-x-3 py-2 lg:grid lg:grid-cols-[17rem_1fr_auto_auto] lg:gap-x-6 lg:py-3.5"
					>
						<span className="text-[1rem] leading-snug text-soft">{question}</span>
						<span className="font-display text-[1.0625rem] font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline lg:text-subheading">
							{product.shortTitle}
						</span>
						<span className="figures font-display text-label text-soft max-sm:hidden">
							{[pagesFact(product), priceFact(product)].filter(Boolean).join(' · ')}
						</span>
						<Icon
							name="arrowRight"
							size={18}
							className="ml-auto text-press max-sm:hidden transition-transform group-hover:translate-x-1"
						/>
					</Link>
				</li>
			))}
		</ul>
	)
}
