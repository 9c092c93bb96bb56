import { shelf } from '#catalogue/shelf.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { Shelf } from '#web/products/shelf.tsx'

export function meta() {
	return pageMeta({
		title: 'Free guides',
		description:
			'Free guides for students and graduates, as PDF: a first year at university, an idea tested in four weeks. No card, no trial, yours to keep and print.',
		path: '/free',
	})
}

const products = shelf.filter((product) => product.isFree)
const others = {
	title: 'Paid once, if you want a template as well',
	products: shelf.filter((product) => !product.isFree && !product.comingSoon),
}

export default function FreePage() {
	return (
		<>
			<Shelf
				title={
					<>
						<span className="marked">Free</span> guides
					</>
				}
				intro="They cost nothing, and nothing is left out. You need an account, so that you can download them again on any device."
				filters={['category']}
				products={products}
				others={others}
			/>
			<ShelfData name="Free guides" path="/free" products={products} />
		</>
	)
}
