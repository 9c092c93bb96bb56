import { pageMeta } from '#web/head/page-meta.ts'
import { AllResources } from './all-resources.tsx'
import { CategoryCards } from './category-cards.tsx'
import { Comparison } from './comparison.tsx'
import { GetStarted } from './get-started.tsx'
import { Hero } from './hero.tsx'
import { HowItHelps } from './how-it-helps.tsx'
import { ProductLinks } from './product-links.tsx'
import { Testimonials } from './testimonials.tsx'

export function meta() {
	return pageMeta({
		title: 'Headstart: free and premium guides for students and graduates',
		description:
			'Free and paid guides and templates on studying, money and careers for UK and international students and graduates.',
		path: '/',
	})
}

export default function HomePage() {
	return (
		<>
			<Hero />
			<Comparison />
			<CategoryCards />
			<ProductLinks />
			<HowItHelps />
			<AllResources />
			<Testimonials />
			<GetStarted />
		</>
	)
}
