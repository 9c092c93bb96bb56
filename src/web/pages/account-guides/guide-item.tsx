import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { dayOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { refundPath } from '#web/account/refund-path.ts'
import { furtherFileLabel } from '#web/products/facts.ts'
import { PagesPicture } from '#web/products/product-cover.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EveryFile, FileButton, MainActions } from './guide-actions.tsx'
import { OwnStars } from './own-stars.tsx'
import type { LostGuide, OwnedGuide } from './read-guides.ts'
import type { Receipt } from './read-receipts.ts'
import './shelf.css'

interface GuideItemProps {
	guide: OwnedGuide
	/** Undefined for a free guide. */
	receipt: Receipt | undefined
}

export function GuideItem({ guide, receipt }: GuideItemProps) {
	const refundedPence = receipt === undefined ? 0 : refundedPenceOf(receipt)
	return (
		<Place product={guide.product} name={guide.name} below={<Below guide={guide} receipt={receipt} />}>
			{guide.hasNewEdition ? (
				<p className="mb-1 font-display text-label font-semibold">
					<span className="marked">New edition</span>, free for you
				</p>
			) : null}
			<h2 className="text-[1.1875rem] leading-snug">{guide.name}</h2>
			<Bought guide={guide} receipt={receipt} after={guide.product?.previewContent.format} />
			<Edition guide={guide} />
			{guide.isWithdrawn ? <p className="margin-note mt-1">No longer in the shop, but still yours.</p> : null}
			{refundedPence > 0 && guide.bundle === null ? (
				<p className="margin-note figures mt-1">
					{formatPounds(refundedPence)} of what you paid was refunded. The guide stays yours.
				</p>
			) : null}
			<MainActions guide={guide} />
		</Place>
	)
}

/** What is new in a guide since the user downloaded it, its other formats, the files of its ZIPs, and its review. */
function Below({ guide, receipt }: GuideItemProps) {
	return (
		<div className="min-w-0 print:hidden">
			{guide.newer.map(({ date, changes }) => (
				<p key={date} className="margin-note figures mb-2 text-ink">
					{guide.newer.length === 1 ? 'New' : `New on ${dayOf(new Date(date))}`}: {changes}
				</p>
			))}
			<div className="shelf-formats">
				{guide.further.map((file) => (
					<FileButton key={file.name} file={file.name} label={furtherFileLabel(file)} guide={guide} />
				))}
				{guide.kept.map(({ date, file }) =>
					file === null ? null : (
						<FileButton key={date} file={file} label={`Edition of ${dayOf(new Date(date))}`} guide={guide} />
					),
				)}
				<ReceiptLink receipt={receipt} name={guide.name} />
				{guide.pricePence === 0 && guide.bundle === null ? null : (
					<RefundLink purchaseId={guide.bundle?.purchaseId ?? guide.id} name={guide.name} />
				)}
			</div>
			{guide.further.map((file) =>
				file.purpose === undefined ? null : (
					<p key={file.name} className="margin-note">
						{furtherFileLabel(file)}: {file.purpose}
					</p>
				),
			)}
			<EveryFile guide={guide} />
			<OwnStars guide={guide} />
		</div>
	)
}

interface LostGuideItemProps {
	guide: LostGuide
	receipt: Receipt | undefined
}

export function LostGuideItem({ guide, receipt }: LostGuideItemProps) {
	const { id, product, name, status, guides, path } = guide
	const { mark, text, textForBundle } = lostTexts[status]
	return (
		<Place product={product ?? guides[0]?.product} name={name} isLost>
			<p className="mb-1 font-display text-label font-semibold">{mark}</p>
			<h2 className="text-[1.1875rem] leading-snug">{name}</h2>
			{guides.map((part) => (
				<p key={part.name} className="font-display text-label">
					{part.name}
				</p>
			))}
			<Bought guide={guide} receipt={receipt} />
			<p className="margin-note mt-1">{guide.isBundle ? textForBundle : text}</p>
			<div className="mt-4 grid justify-items-start gap-2 print:hidden">
				{status === 'pending' ? null : status === 'refunded' || status === 'failed' ? (
					path === undefined ? null : (
						<ButtonLink to={path} variant="secondary" size="small">
							{status === 'failed' ? 'Pay again' : guide.isBundle ? 'See the bundle' : 'See the guide'}
							<span className="sr-only">: {name}</span>
						</ButtonLink>
					)
				) : (
					<ButtonLink to={href('/contact')} variant="secondary" size="small">
						Contact us
						<span className="sr-only"> about {name}</span>
					</ButtonLink>
				)}
				<div className="-ml-4">
					<ReceiptLink receipt={receipt} name={name} />
					{status === 'pending' || status === 'held' ? <RefundLink purchaseId={id} name={name} /> : null}
				</div>
			</div>
		</Place>
	)
}

const lostTexts = {
	refunded: {
		mark: 'Refunded',
		text: 'You can no longer download it. The money can take a few days to reach you.',
		textForBundle: 'You can no longer download these guides. The money can take a few days to reach you.',
	},
	disputed: {
		mark: 'Disputed with your bank',
		text: 'You can’t download it until the bank has decided. If the payment stands, you can download it again.',
		textForBundle:
			'You can’t download these guides until the bank has decided. If the payment stands, you can download them again.',
	},
	held: {
		mark: 'On hold',
		text: 'Your payment arrived, but something about it didn’t match the order. A person will check it, then release the guide or refund you.',
		textForBundle:
			'Your payment arrived, but something about it didn’t match the order. A person will check it, then release the guides or refund you.',
	},
	pending: {
		mark: 'Payment on its way',
		text: 'Your bank can take a few working days. You can download it as soon as the money arrives. Please don’t pay again.',
		textForBundle:
			'Your bank can take a few working days. You can download these guides as soon as the money arrives. Please don’t pay again.',
	},
	failed: {
		mark: 'Payment didn’t go through',
		text: 'Your bank didn’t send the money. If you still want it, please pay again.',
		textForBundle: 'Your bank didn’t send the money. If you still want these guides, please pay again.',
	},
} as const

interface PlaceProps {
	product: ShelfProduct | undefined
	name: string
	isLost?: boolean
	/** As wide as the page on a phone. */
	below?: ReactNode
	children: ReactNode
}

/**
 * The layout of a guide: its cover and, beside it, what can be done with the guide. At very large text sizes, the cover is on
 * top.
 */
function Place({ product, name, isLost = false, below = null, children }: PlaceProps) {
	return (
		<li className="shelf-place">
			<div className={`max-[16rem]:w-2/5 ${isLost ? 'opacity-55 [filter:grayscale(1)]' : ''}`}>
				{product === undefined ? (
					<PlainCover name={name} />
				) : (
					<PagesPicture product={product} sizes="(width < 48rem) 8.5rem, 12.5rem" />
				)}
			</div>
			<div className="min-w-0">{children}</div>
			{below}
		</li>
	)
}

/** The cover of a guide that the shop no longer offers. */
function PlainCover({ name }: { name: string }) {
	return (
		<div
			aria-hidden="true"
			className="leaf aspect-[9/16] overflow-hidden p-[9%] font-display text-note font-bold"
		>
			{name}
		</div>
	)
}

interface BoughtProps {
	guide: Pick<OwnedGuide, 'pricePence' | 'boughtAt'> & Partial<Pick<OwnedGuide, 'bundle'>>
	/** Contains what was paid, which is less than the guide's price if a promotion code was used. */
	receipt: Receipt | undefined
	after?: string | undefined
}

function Bought({ guide: { pricePence, bundle = null, boughtAt }, receipt, after }: BoughtProps) {
	const price = pricePence === 0 ? 'Free' : formatPounds(receipt?.amountPence ?? pricePence)
	return (
		<p className="figures mt-1 font-display text-label font-medium">
			{bundle === null ? price : `In “${bundle.name}”`},{' '}
			<time dateTime={boughtAt.toISOString()}>{dayOf(boughtAt)}</time>
			{after === undefined ? null : <span className="block text-soft">{after}</span>}
		</p>
	)
}

/** Says which edition is current, and which one the user has. */
function Edition({ guide: { edition, lastDownload, hasNewEdition } }: { guide: OwnedGuide }) {
	if (edition === null) return null
	const day = <time dateTime={edition}>{dayOf(new Date(edition))}</time>
	return (
		<div className="margin-note figures mt-2">
			Edition of {day}.{' '}
			{lastDownload === null ? null : (
				<>
					You last downloaded the guide on{' '}
					<time dateTime={lastDownload.at.toISOString()}>{dayOf(lastDownload.at)}</time>
					{hasNewEdition && lastDownload.edition !== null
						? `, in the edition of ${dayOf(new Date(lastDownload.edition))}.`
						: '.'}
				</>
			)}
		</div>
	)
}

function ReceiptLink({ receipt, name }: { receipt: Receipt | undefined; name: string }) {
	if (receipt === undefined) return null
	return (
		<ButtonLink to={`#receipt-${receipt.number}`} variant="quiet" size="small">
			Receipt<span className="sr-only"> for {name}</span>
		</ButtonLink>
	)
}

function RefundLink({ purchaseId, name }: { purchaseId: string; name: string }) {
	return (
		<ButtonLink to={refundPath(purchaseId)} variant="quiet" size="small">
			Cancel or refund<span className="sr-only"> {name}</span>
		</ButtonLink>
	)
}

/** Returns how much of a payment has been refunded, or returned by the buyer’s bank. */
export function refundedPenceOf({ refunds }: Receipt): number {
	return refunds.reduce((sum, refund) => sum + refund.amountPence, 0)
}
