import { href } from 'react-router'
import { GuideLink } from '#web/products/guide-link.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Says what will be listed here, and suggests free guides to begin with. */
export function NoGuides() {
	const free = useShelf()
		.filter(({ isFree, comingSoon }) => isFree && !comingSoon)
		.slice(0, 2)
	return (
		<section id="guides" aria-label="Your guides">
			<p className="max-w-measure text-lead">
				Nothing here yet. The guides you take for free or buy will be here, to download again whenever you
				like.
			</p>
			<div className="mt-6 flex flex-wrap gap-3">
				<ButtonLink to={href('/free')}>Free guides</ButtonLink>
				<ButtonLink to={href('/premium')} variant="secondary">
					Premium guides
				</ButtonLink>
			</div>
			<h2 className="mt-12 mb-4 text-subheading">Two to begin with</h2>
			<ul className="grid gap-x-12 md:grid-cols-2">
				{free.map((product) => (
					<li key={product.id} className="border-t border-rule py-7">
						<GuideLink product={product} />
					</li>
				))}
			</ul>
		</section>
	)
}
