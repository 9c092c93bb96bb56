import { useState } from 'react'
import { Part, type PartProps } from '#admin/pages/product/part.tsx'
import { Upload, UploadedFile } from '#admin/pages/product/upload.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { PriceField, readPrice } from '#admin/ui/money/price-field.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { largestFile } from '#shared/largest-file.ts'
import { formatPounds } from '#shared/money.ts'

/** Releases a product that is coming soon, and sends the emails to the people who asked about the release. */
export function Release({ product, isOwner, onDone }: PartProps) {
	const { id, title, status, waiting_people: people, emails_wait: waits, released } = product
	const isSoon = status === 'coming soon'
	if (!isSoon && released === null && (people === 0 || status === 'withdrawn')) return null
	const acts = { input: { product: id }, onDone }
	return (
		<Part
			title="Release"
			acts={
				<>
					{isOwner && waits && (isSoon || people > 0) ? (
						<ActButton
							{...acts}
							act="send-release-emails"
							title={isSoon ? 'Send the emails automatically' : `Tell people that ${title} is out`}
							opens={isSoon ? 'Don’t hold the emails back' : 'Send the emails …'}
							label={isSoon ? 'Send them automatically' : 'Send the emails'}
							variant={isSoon ? 'secondary' : 'primary'}
							done={isSoon ? 'The emails are sent automatically' : 'The emails begin within five minutes'}
						/>
					) : null}
					{isOwner && !waits && (isSoon || people > 0) ? (
						<ActButton
							{...acts}
							act="hold-release-emails"
							title="Hold the emails back"
							opens="Hold the emails back …"
							label="Hold them back"
							done="The emails wait for you"
						/>
					) : null}
				</>
			}
		>
			{isSoon ? <Missing product={product} isOwner={isOwner} onDone={onDone} /> : null}
			{released === null || isSoon ? null : (
				<div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-y py-3">
					<p>
						<b>Released here</b>, with no pictures or contents on its page until a new version of the shop
						adds them.
						<span className="block text-soft wrap-anywhere">
							{timeOf(released.at)}, by {released.by}
						</span>
					</p>
					{isOwner ? (
						<ActButton
							{...acts}
							act="take-back-release"
							title={`Take the release of ${title} back`}
							opens="Take it back …"
							label="Take it back"
							isDanger
							done={`${title} is coming soon again`}
						/>
					) : null}
				</div>
			)}
			<p>
				{people === 0
					? 'Nobody is waiting to hear about it yet.'
					: people === 1
						? '1 person is waiting to hear about it.'
						: `${people.toLocaleString('en-GB')} people are waiting to hear about it.`}
				{waits ? ' Their emails wait until you send them.' : ''}
				{waits || people === 0
					? ''
					: isSoon
						? ' They’re emailed once it’s out.'
						: ' The emails are sent automatically, one a second.'}
			</p>
		</Part>
	)
}

/** Says what a release still needs: a file and, unless the product is free, a price. */
function Missing({ product, isOwner, onDone }: PartProps) {
	const { uploaded, is_free: isFree } = product
	const upload = isOwner ? (
		<Upload
			productId={product.id}
			accept=".pdf,.zip"
			label="The file"
			opens={uploaded === null ? 'Upload its file' : 'Upload another'}
			done="Uploaded. Release it when you’re ready."
			onDone={onDone}
		/>
	) : null
	if (uploaded !== null)
		return (
			<UploadedFile
				uploaded={uploaded}
				title="Its file is here"
				note="Nobody gets it yet."
				isOwner={isOwner}
				onDone={onDone}
			>
				{upload}
				<ReleaseIt product={product} onDone={onDone} />
			</UploadedFile>
		)
	return (
		<div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-y py-3">
			<p className="min-w-0 max-w-[34rem]">
				<b>It needs its file</b>: a PDF or a ZIP of at most {largestFile}.
				<span className="block text-soft">
					Nobody gets it before you release the product{isFree ? '' : ' and say what it costs'}.
				</span>
			</p>
			{upload === null ? null : <div className="flex flex-wrap gap-3">{upload}</div>}
		</div>
	)
}

function ReleaseIt({ product, onDone }: Omit<PartProps, 'isOwner'>) {
	const { id, title, is_free: isFree, catalogue_price_pence: ofCatalogue } = product
	const [amount, setAmount] = useState('')
	const pence = readPrice(amount)
	const isUsual = amount.trim() === '' && (isFree || ofCatalogue !== null)
	return (
		<ActButton
			act="release-product"
			input={
				isUsual ? { product: id } : pence === undefined ? undefined : { product: id, price_pence: pence }
			}
			title={`Release ${title}`}
			opens="Release it …"
			label={isFree ? 'Give it away' : releaseLabel(pence ?? (isUsual ? ofCatalogue : null))}
			variant="primary"
			done={`${title} is out`}
			onDone={onDone}
		>
			{isFree ? null : (
				<PriceField
					label="Price (pounds)"
					hint={ofCatalogue === null ? '' : `The catalogue says ${formatPounds(ofCatalogue)}.`}
					value={amount}
					onChange={setAmount}
				/>
			)}
		</ActButton>
	)
}

function releaseLabel(pence: number | null): string {
	return pence === null ? 'Release it' : `Sell it at ${formatPounds(pence)}`
}
