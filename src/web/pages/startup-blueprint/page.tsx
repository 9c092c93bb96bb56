import { startupBlueprint as product } from '#catalogue/startup-blueprint/product.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ProductPage } from '#web/product-page/product-page.tsx'
import { pictures } from './pictures.ts'
import { questions } from './questions.ts'

/** Two addresses show this page; the one under `/products/` is its own. */
export function meta() {
	return pageMeta({
		title: 'The Startup Blueprint, free',
		description:
			'Four weeks from an idea to a page that measures whether anybody wants it: interviews, one promise, the landing page, counting. Free PDF with worksheets.',
		path: '/products/startup-blueprint',
		picture: product.slug,
	})
}

export default function StartupBlueprintPage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			notes={{
				inside: 'Four weeks, five worksheets. Print those; the rest reads well on a phone.',
				get: 'No code, no co-founder, no pitch deck. Those come later, if at all.',
				contents: 'In the order you will need them.',
			}}
			questions={questions}
			related={[
				{ slug: 'cv-secrets', why: 'Projects count as evidence, written well' },
				{ slug: 'budget-planner', why: 'Know what you can spare before you start' },
			]}
		/>
	)
}
