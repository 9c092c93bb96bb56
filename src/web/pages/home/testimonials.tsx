import { Star } from 'lucide-react'
import { Section } from '#web/ui/section.tsx'
import { testimonials } from './testimonial-list.ts'

export function Testimonials() {
	return (
		<Section title="What readers say" note="Three of them, five stars each.">
			<ul className="grid gap-x-10 border-t border-rule md:grid-cols-3">
				{testimonials.map(({ stars, words, name, who }) => (
					<li key={name} className="border-rule pt-6 pb-6 not-first:border-t md:not-first:border-t-0">
						<figure>
							<Stars count={stars} />
							<blockquote className="mt-4 text-lead leading-snug">‘{words}’</blockquote>
							<figcaption className="mt-4 text-label">
								<span className="font-semibold">{name}</span>
								<span className="text-soft">, {who}</span>
							</figcaption>
						</figure>
					</li>
				))}
			</ul>
		</Section>
	)
}

function Stars({ count }: { count: number }) {
	return (
		<p className="flex gap-1">
			<span className="sr-only">{count} of 5 stars</span>
			{Array.from({ length: count }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: equal stars, never reordered
				<Star key={index} size={17} aria-hidden="true" className="fill-current" />
			))}
		</p>
	)
}
