import { studentGuide as product } from '#catalogue/student-guide/product.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ProductPage } from '#web/product-page/product-page.tsx'
import { pictures } from './pictures.ts'
import { questions } from './questions.ts'

export function meta() {
	return pageMeta({
		title: 'Student Guide, free',
		description:
			'Your first year at a UK university on 28 pages: doctor, bank, council tax, work and visa rules, renting, studying. Free, for home and international students.',
		path: '/products/student-guide',
		picture: product.slug,
	})
}

export default function StudentGuidePage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			notes={{
				inside: 'Read page 4 before you unpack. The rest keeps until the boxes are flat.',
				get: 'Rules change. Each one is dated and says where to check it.',
			}}
			questions={questions}
			related={[
				{ slug: 'budget-planner', why: 'For the week after the loan arrives' },
				{ slug: 'cv-secrets', why: 'For the first part-time job' },
			]}
		/>
	)
}
