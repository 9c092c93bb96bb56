import { budgetPlanner as product } from '#catalogue/budget-planner/product.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ProductPage } from '#web/product-page/product-page.tsx'
import { pictures, video } from './pictures.ts'
import { questions } from './questions.ts'

export function meta() {
	return pageMeta({
		title: 'Student Budget Planner',
		description:
			'A spreadsheet that turns three loan instalments into one weekly number you can spend, with a printable version and a two-page how-to. Paid once.',
		path: '/products/budget-planner',
		picture: product.slug,
	})
}

export default function BudgetPlannerPage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			video={video}
			notes={{
				inside: 'Fifteen minutes to set up with last month’s statement open beside it.',
				get: 'Five minutes a week after that. Sunday evening works.',
				contents: 'Of the printable version. The spreadsheet has seven sheets.',
			}}
			questions={questions}
			related={[
				{ slug: 'student-guide', why: 'The rules that cost money when missed' },
				{ slug: 'startup-blueprint', why: 'If the number is too small and you have an idea' },
			]}
		/>
	)
}
