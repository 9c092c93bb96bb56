import { coverOf } from '#web/products/covers.ts'
import { findProduct } from '#web/products/find-product.ts'
import { Picture } from '#web/ui/picture.tsx'

/** From the back to the front, with each one's place in the fan. */
const fan = [
	{ slug: 'startup-blueprint', place: 'left-[48%] rotate-[9deg]' },
	{ slug: 'budget-planner', place: 'left-[27%] rotate-2' },
	{ slug: 'student-guide', place: 'left-[6%] -rotate-6' },
]

// The most turned one takes the most room: with it the page's largest paint is done, and the others may follow.
const largest = 0

/** The guides this page speaks of, as they would lie on a desk. Their titles are named elsewhere, so it is decoration. */
export function CoverFan() {
	return (
		<div aria-hidden="true" className="relative mx-auto aspect-[10/8] w-full max-w-104 lg:mx-0">
			{fan.map(({ slug, place }, index) => {
				const cover = coverOf(findProduct(slug))
				return cover === undefined ? null : (
					<div key={slug} className={`leaf absolute top-[6%] w-[38%] ${place}`}>
						<Picture {...cover} first={index === largest} sizes="(width < 64rem) 36vw, 10rem" />
					</div>
				)
			})}
		</div>
	)
}
