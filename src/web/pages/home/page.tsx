import { pageMeta } from '#web/head/page-meta.ts'
import { organizationAndSite } from '#web/head/schema-org.ts'
import { siteOrigin } from '#web/head/site-origin.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
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
			'Free and paid guides and templates on studying, money and careers, for UK and international students and graduates. Look at real pages before you choose.',
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
			<StructuredData items={organizationAndSite(siteOrigin())} />
		</>
	)
}
