import { html } from 'hono/html'
import type { PageFilling } from '#server/platform/http/finish-page.ts'
import type { OfferedBundle } from '#server/shop/bundles/bundles-on-sale.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'

/**
 * Returns the offers of bundles for the pages: all of them for the list of premium guides, and for each guide the bundles that
 * contain it.
 */
export function bundleMarkup(
	catalogue: readonly Product[],
	bundles: readonly OfferedBundle[],
): NonNullable<PageFilling['markup']> {
	const markup: Record<string, string> = {
		bundles: bundles.map((bundle) => offer(bundle)).join(''),
	}
	for (const { id, slug, comingSoon } of catalogue)
		if (!comingSoon)
			markup[`bundles-${slug}`] = bundles
				.filter(({ guides }) => guides.some((guide) => guide.id === id))
				.map((bundle) => offer(bundle, id))
				.join('')
	return markup
}

/** Returns the markup of an offer. On the page of one of its guides, the offer does not name that guide. */
function offer(
	{ id, title, sentence, price_pence: price, sum_pence: sum, guides }: OfferedBundle,
	on?: string,
): string {
	const all = guides.length === 2 ? 'Both guides' : `All ${guides.length} guides`
	const named = guides.filter((guide) => guide.id !== on)
	const titleId = `${id}-title`
	return String(html`<section id="${id}" class="bundle" data-guides="${guides.map((guide) => guide.id).join(' ')}" aria-labelledby="${titleId}">
<h2 id="${titleId}" class="bundle-title">${title}</h2>
<p class="bundle-sentence">${sentence}</p>
<p class="bundle-guides">${on === undefined ? '' : 'With '}${named.map((guide, index) => html`${separator(index, named.length)}<a href="${productPath(guide)}" class="link">${guide.title}</a>`)}</p>
<p class="bundle-price figures">${all} together <strong>${formatPounds(price)}</strong> <span>(${formatPounds(sum - price)} less than one by one)</span></p>
<p class="bundle-button scripts-only"><button type="button" class="outlined-button" data-bundle="${id}" data-title="${title}" data-pence="${price}" data-failed="Failed to process payment. Please try again.">Buy ${guides.length === 2 ? 'both' : `all ${guides.length}`}<span class="sr-only">: ${title}</span></button></p>
</section>`)
}

function separator(index: number, count: number): string {
	if (index === 0) return ''
	return index === count - 1 ? ' and ' : ', '
}
