import type { HomePage } from '#shared/content/own-pages.ts'
import { Icon } from '#web/ui/icon.tsx'

interface TestimonialListProps {
	testimonials: HomePage['testimonials']
}

/** The items of the list of testimonials. */
export function TestimonialList({ testimonials }: TestimonialListProps) {
	return (
		<>
			{testimonials.map(({ id, stars, quote, name, who }) => (
				<li key={id} className="max-sm:border-t max-sm:border-rule max-sm:pt-4 sm:py-6">
					<figure className="flex h-full flex-col">
						<Stars count={stars} />
						<blockquote className="mt-2.5 grow leading-snug sm:mt-3 sm:text-lead sm:leading-snug">
							<p>‘{quote}’</p>
						</blockquote>
						<figcaption className="mt-3 text-label">
							<span className="font-semibold">{name}</span>
							<span className="text-soft">, {who}</span>
						</figcaption>
					</figure>
				</li>
			))}
		</>
	)
}

/** Shows the stars of a testimonial, underlined with a highlighter. */
function Stars({ count }: { count: number }) {
	return (
		<p className="flex w-fit gap-1 border-b-[0.4rem] border-marker pb-0.5">
			<span className="sr-only">{count} of 5 stars</span>
			{Array.from({ length: count }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: equal stars, never reordered
				<Icon name="star" key={index} size={18} filled />
			))}
		</p>
	)
}
