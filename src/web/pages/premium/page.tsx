import { catalogue } from '#catalogue/index.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { Shelf } from '#web/shop-window/shelf.tsx'

export function meta() {
	return pageMeta({
		title: 'Premium guides',
		description:
			'Paid guides and templates for students and graduates: paid once, no subscription, the files are yours.',
		path: '/premium',
	})
}

export default function PremiumPage() {
	return (
		<Shelf
			title="Premium guides"
			intro="More work went into these, so they cost something. Paid once, no subscription; the files are yours."
			products={catalogue.filter((product) => !product.isFree)}
		/>
	)
}
