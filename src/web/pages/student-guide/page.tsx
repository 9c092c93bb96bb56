import { pageMeta } from '#web/head/page-meta.ts'
import { findProduct } from '#web/shop-window/find-product.ts'
import { ProductPage } from '#web/shop-window/product-page.tsx'
import { pictures } from './pictures.ts'

const product = findProduct('student-guide')

export function meta() {
	return pageMeta({
		title: 'Student Guide, free',
		description: product.description,
		path: '/products/student-guide',
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
		/>
	)
}
