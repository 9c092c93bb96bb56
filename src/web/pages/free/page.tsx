import { catalogue } from '#catalogue/index.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { Shelf } from '#web/shop-window/shelf.tsx'

export function meta() {
	return pageMeta({
		title: 'Free guides',
		description:
			'Free guides for students and graduates, as PDF: no card, no trial, yours to keep and print.',
		path: '/free',
	})
}

export default function FreePage() {
	return (
		<Shelf
			title="Free guides"
			intro="They cost nothing and hold nothing back. You need an account, so that you can fetch them again on another device."
			products={catalogue.filter((product) => product.isFree)}
		/>
	)
}
