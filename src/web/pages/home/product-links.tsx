import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatPounds } from '#shared/money.ts'
import { pagesFact } from '#web/products/facts.ts'
import { detailPath, findProduct } from '#web/products/find-product.ts'
import { Section } from '#web/ui/section.tsx'

const shown = [
	{ product: findProduct('student-guide'), question: 'Just arrived?' },
	{ product: findProduct('cv-secrets'), question: 'Applying, and hearing nothing?' },
	{ product: findProduct('budget-planner'), question: 'Loan gone by week six?' },
]

/** Links to three product pages. */
export function ProductLinks() {
	return (
		<Section title="Three to start with" note="One free, two paid. Each answers one question.">
			<ul className="border-t border-rule">
				{shown.map(({ product, question }) => (
					<li key={product.id} className="border-b border-rule">
						<Link
							to={detailPath(product) ?? '/'}
							className="group grid items-baseline gap-x-6 gap-y-1 py-4 lg:grid-cols-[17rem_1fr_auto_auto]"
						>
							<span className="text-soft">{question}</span>
							<span className="font-display text-subheading font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline">
								{product.title}
							</span>
							<span className="figures font-display text-label text-soft">
								{[
									pagesFact(product),
									product.pricePence === null ? 'free' : `${formatPounds(product.pricePence)}, once`,
								]
									.filter(Boolean)
									.join(' · ')}
							</span>
							<ArrowRight
								size={20}
								aria-hidden="true"
								className="hidden self-center text-press transition-transform group-hover:translate-x-1 lg:block"
							/>
						</Link>
					</li>
				))}
			</ul>
		</Section>
	)
}
