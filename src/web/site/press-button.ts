import type { NavigateFunction } from 'react-router'
import { showMoreReviews } from '#web/reviews/show-more-reviews.ts'
import { buyBundle } from '#web/shop/buy-bundle.ts'

/** Performs the action of a button in HTML that the server has written. */
export async function pressButton(button: HTMLButtonElement, navigate: NavigateFunction): Promise<void> {
	if (button.ariaDisabled === 'true') return
	if (button.dataset.bundle === undefined) await showMoreReviews(button)
	else await buyBundle(button, navigate)
}
