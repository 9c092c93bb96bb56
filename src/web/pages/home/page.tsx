import { useLoaderData } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { organizationAndSite } from '#web/head/schema-org.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { signUpPath } from '#web/session/sign-in-paths.ts'
import { SigningIn } from '#web/session/signing-in.tsx'
import { isClaimShown, shelf, shopState } from '#web/site/shop.server.ts'
import { siteOrigin } from '#web/site/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AllResources } from './all-resources.tsx'
import { CategoryCards } from './category-cards.tsx'
import { Comparison } from './comparison.tsx'
import { Hero } from './hero.tsx'
import { HowItHelps } from './how-it-helps.tsx'
import { Testimonials } from './testimonials.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	const { testimonials } = shopState().pages.home
	return { shelf: shelf(), testimonials: testimonials.filter(({ id }) => isClaimShown(id)) }
}

export function meta() {
	return pageMeta({
		title: 'Headstart: free and premium guides for students and graduates',
		description:
			'Free and paid guides and templates on studying, money and careers, for UK and international students and graduates. Look at real pages before you choose.',
		path: '/',
	})
}

export default function HomePage() {
	const { testimonials } = useLoaderData<typeof loader>()
	return (
		<>
			<SigningIn />
			<Hero />
			<AllResources />
			<Comparison />
			<CategoryCards />
			<HowItHelps />
			<Testimonials testimonials={testimonials} />
			<GetStarted />
			<StructuredData items={import.meta.env.SSR ? organizationAndSite(siteOrigin()) : []} />
		</>
	)
}

function GetStarted() {
	return (
		<section className="page-width mt-10 sm:mt-18 lg:mt-32">
			<div className="grid items-end gap-x-8 gap-y-4 border-t-2 border-ink pt-5 sm:gap-y-8 sm:pt-8 lg:grid-cols-[1fr_auto]">
				<div>
					<h2 className="text-heading sm:text-title">Start with a free guide</h2>
					<p className="mt-1.5 max-w-measure leading-snug text-soft sm:mt-3 sm:text-lead">
						The Student Guide and the Startup Blueprint cost nothing. Pay only if you want more.
					</p>
				</div>
				<ButtonLink to={signUpPath()} className="sm:justify-self-start">
					Get started free
				</ButtonLink>
			</div>
		</section>
	)
}
