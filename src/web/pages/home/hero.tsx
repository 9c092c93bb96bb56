import { ButtonLink } from '#web/ui/button.tsx'
import { PageStack } from './page-stack.tsx'

export function Hero() {
	return (
		<section className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-x-8 gap-y-14 pt-12 lg:grid-cols-[7fr_5fr] lg:pt-20">
			<div>
				<h1 className="text-hero">
					Maximise your student life and <span className="marked">your income</span>
				</h1>
				<p className="mt-6 max-w-136 text-lead">
					Guides and templates on studying, money and careers, for UK and international students and
					graduates. What somebody a year ahead of you would tell you, notes and all.
				</p>
				<p className="mt-8 flex flex-wrap gap-3">
					<ButtonLink to="/free">Get Free Resources</ButtonLink>
					<ButtonLink to="/premium" variant="secondary">
						Browse Premium Guides
					</ButtonLink>
				</p>
			</div>
			<PageStack />
		</section>
	)
}
