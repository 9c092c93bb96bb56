import { useState } from 'react'
import { dayOf } from '#shared/dates.ts'
import { ReviewEmailsTick } from '#web/account/review-emails-tick.tsx'
import { GuideLink } from '#web/products/guide-link.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { EditionNotices } from './edition-notices.tsx'
import { GuideItem, LostGuideItem } from './guide-item.tsx'
import { beginVisit } from './last-visit.ts'
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
					<SinceLastVisit guides={owned} />
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

/** Suggests the first guide that the user doesn’t have. */
function NextGuide({ taken }: { taken: readonly Pick<OwnedGuide, 'product'>[] }) {
	const next = useShelf().find(
		(product) => !product.comingSoon && taken.every((guide) => guide.product?.id !== product.id),
	)
	if (next === undefined) return null
	return (
		<li className="border-t border-rule py-7 print:hidden">
			<p className="mb-4 font-display text-label font-semibold text-soft">Not yours yet</p>
			<GuideLink product={next} />
		</li>
	)
}

/** Names the guides with an edition that has come out since the user was here in this browser. */
function SinceLastVisit({ guides }: { guides: readonly OwnedGuide[] }) {
	const { user } = useAuth()
	const [lastVisit] = useState(() => (user === null ? null : beginVisit(user.id)))
	const since = lastVisit?.toISOString().slice(0, 10)
	const renewed = guides.filter(
		({ edition, hasNewEdition }) =>
			hasNewEdition && edition !== null && since !== undefined && edition >= since,
	)
	if (lastVisit === null || renewed.length === 0) return null
	return (
		<p className="mb-6 max-w-measure">
			Since you were here on {dayOf(lastVisit)}: <span className="marked">new edition</span> of{' '}
			{renewed.map(({ name }) => name).join(' and ')}.
		</p>
	)
}

function receiptOf(purchaseId: string, receipts: readonly Receipt[]): Receipt | undefined {
	return receipts.find((receipt) => receipt.purchaseId === purchaseId)
}
