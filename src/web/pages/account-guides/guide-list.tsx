import { ReviewEmailsTick } from '#web/account/review-emails-tick.tsx'
import { GuideLink } from '#web/products/guide-link.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { EditionNotices } from './edition-notices.tsx'
import { GuideItem, LostGuideItem } from './guide-item.tsx'
import type { Guides } from './load-guides.ts'
import { NoGuides } from './no-guides.tsx'
import type { OwnedGuide } from './read-guides.ts'
import type { Receipt } from './read-receipts.ts'
import { ReceiptList } from './receipt-list.tsx'

export interface GuideListProps {
	guides: Extract<Guides, { kind: 'loaded' }>
	/** Loads the guides again. */
	again: () => void
}

export function GuideList({ guides: { guides: owned, lost, receipts }, again }: GuideListProps) {
	const isEmpty = owned.length === 0 && lost.length === 0 && receipts.length === 0
	return (
		<>
			{isEmpty ? (
				<NoGuides />
			) : (
				<section id="guides" aria-label="Your guides">
					<ul className="guide-list">
						{owned.map((guide) => (
							<GuideItem
								key={guide.id}
								guide={guide}
								receipt={receiptOf(guide.bundle?.purchaseId ?? guide.id, receipts)}
							/>
						))}
						{lost.map((guide) => (
							<LostGuideItem key={guide.id} guide={guide} receipt={receiptOf(guide.id, receipts)} />
						))}
						<NextGuide taken={[...owned, ...lost]} />
					</ul>
					<div className="border-t border-rule py-5 print:hidden">
						<EditionNotices />
						<ReviewEmailsTick />
					</div>
					<p className="margin-note border-t border-rule pt-5 print:hidden">
						Paid for something that isn’t listed? A card payment can take a few minutes to be confirmed, a
						payment from a bank account a few working days.{' '}
						<button type="button" onClick={again} className="link -my-3 py-3">
							Check again
						</button>
					</p>
				</section>
			)}
			<ReceiptList receipts={receipts} />
		</>
	)
}

/** Suggests the first guide that the user doesn’t have. In two columns, the style sheet shows this only if it completes a row. */
function NextGuide({ taken }: { taken: readonly Pick<OwnedGuide, 'product'>[] }) {
	const next = useShelf().find(
		(product) => !product.comingSoon && taken.every((guide) => guide.product?.id !== product.id),
	)
	if (next === undefined) return null
	return (
		<li className="next-guide border-t border-rule py-7 print:hidden">
			<p className="mb-4 font-display text-label font-semibold text-soft">Not yours yet</p>
			<GuideLink product={next} />
		</li>
	)
}

function receiptOf(purchaseId: string, receipts: readonly Receipt[]): Receipt | undefined {
	return receipts.find((receipt) => receipt.purchaseId === purchaseId)
}
