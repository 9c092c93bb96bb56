import { pageMeta } from '#web/head/page-meta.ts'
import { findProduct } from '#web/shop-window/find-product.ts'
import { ProductPage } from '#web/shop-window/product-page.tsx'
import { pictures } from './pictures.ts'

const product = findProduct('budget-planner')

export function meta() {
	return pageMeta({
		title: 'Student Budget Planner',
		description: product.description,
		path: '/products/budget-planner',
	})
}

export default function BudgetPlannerPage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			notes={{
				inside: 'Fifteen minutes to set up with last month’s statement open beside it.',
				get: 'Five minutes a week after that. Sunday evening works.',
			}}
		/>
	)
}
