import type { ShopState } from '#shared/shop-state.ts'
import { CategoryCards } from './category-cards.tsx'
import { Comparison } from './comparison.tsx'
import { GetStarted } from './get-started.tsx'
import { Hero } from './hero.tsx'
import { HowItHelps } from './how-it-helps.tsx'
import { TestimonialList } from './testimonials.tsx'

/** The texts of the home page that its pieces show. */
export interface HomeTexts {
	testimonials: ShopState['pages']['home']['testimonials']
}

/**
 * Renders the pieces of the home page that need no scripts. A browser loads this module only if the visitor came by a link on the
 * site (`Prerendered`).
 */
export function homePieces({ testimonials }: HomeTexts) {
	return {
		hero: <Hero />,
		comparison: <Comparison />,
		guidance: (
			<>
				<CategoryCards />
				<HowItHelps />
			</>
		),
		testimonials: <TestimonialList testimonials={testimonials} />,
		start: <GetStarted />,
	}
}

export type HomePieces = ReturnType<typeof homePieces>
