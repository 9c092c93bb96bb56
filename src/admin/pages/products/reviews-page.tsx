import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readApi } from '#admin/api/call-api.ts'
import { useRead } from '#admin/api/use-read.ts'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { useMe } from '#admin/session/session.ts'
import { useUnsaved } from '#admin/session/unsaved.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { dayOfTime } from '#admin/ui/times.ts'
import { useOlder } from '#admin/ui/use-older.ts'
import type { Answer } from '#shared/admin/api.ts'
import { hidingReasons } from '#shared/admin/names.ts'

type Review = Answer<'reviews'>['rows'][number]
const shows = [
	{ value: 'all', label: 'All reviews' },
	{ value: 'unanswered', label: 'Without an answer' },
	{ value: 'hidden', label: 'Hidden' },
] as const

/** Lists customers' reviews, so that owners and helpers can answer them. */
export function Page() {
	const [query, setQuery] = useSearchParams()
	const show = shows.find(({ value }) => value === query.get('show'))?.value ?? 'all'
	const filter = { show, product: query.get('product') ?? undefined }
	const read = useRead('reviews', filter)
	const products = useRead('products', {})
	const { rows, older } = useOlder(read.data, (after) => readApi('reviews', { ...filter, after }))
	const mayAct = useMe().role !== 'accountant'

	function change(name: string, value: string) {
		setQuery((last) => {
			if (value === '' || value === 'all') last.delete(name)
			else last.set(name, value)
			return last
		})
	}
	return (
		<ProductsFrame
			title="Reviews"
			note="A review is hidden for one of the published reasons only, never because it is negative. An answer can be read by everybody."
			updatedAt={read.updatedAt}
		>
			<div className="filters">
				<Select label="Show" value={show} options={shows} onChange={(value) => change('show', value)} />
				<Select
					label="Product"
					value={filter.product ?? ''}
					options={[
						{ value: '', label: 'All products' },
						...(products.data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title })),
					]}
					onChange={(value) => change('product', value)}
				/>
			</div>
			<ListTable
				caption="Reviews"
				columns={[
					{
						title: 'Written',
						cell: ({ written_at: at }) => <time dateTime={at}>{dayOfTime(at)}</time>,
					},
					{ title: 'Stars', cell: ({ rating }) => <span className="figures">{rating} of 5</span> },
					{ title: 'Review', cell: (review) => <Text review={review} />, ownLine: true },
					...(mayAct
						? [
								{
									title: 'Change',
									cell: (review: Review) => <ReviewActs review={review} onDone={read.reload} />,
									ownLine: true,
								},
							]
						: []),
				]}
				rows={rows}
				keyOf={({ id }) => id}
				read={read}
				empty={
					show === 'all' && filter.product === undefined ? (
						<Empty title="Nobody has written a review yet">
							The shop asks customers for a review a week after they get a guide.
						</Empty>
					) : (
						<Empty title="Nothing matches">
							{show === 'unanswered' ? 'Every review has an answer.' : 'Choose other reviews above.'}
						</Empty>
					)
				}
				older={older}
			/>
		</ProductsFrame>
	)
}

function Text({ review }: { review: Review }) {
	const {
		author,
		product,
		body,
		answer,
		acquired,
		refunded,
		hidden_reason: hidden,
		edited_at: edited,
	} = review
	const facts = [
		acquired === 'free' ? 'has it free' : 'bought it',
		...(refunded ? ['refunded since'] : []),
		...(edited === null ? [] : ['edited']),
	]
	return (
		<div className="grid max-w-[44rem] gap-1.5">
			<p>
				<span className="font-semibold">{product}</span>{' '}
				<span className="text-soft">
					by <bdi>{author}</bdi>, {facts.join(', ')}
				</span>
			</p>
			{body === '' ? (
				<p className="text-soft">Stars only, no text.</p>
			) : (
				<p dir="auto" className="wrap-anywhere whitespace-pre-line">
					{body}
				</p>
			)}
			{answer === null ? null : (
				<p className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 text-soft" dir="auto">
					<span className="font-semibold">You answered:</span> {answer}
				</p>
			)}
			{hidden === null ? null : <p className="font-semibold text-brick">Hidden: {hidden}</p>}
		</div>
	)
}

/** Quotes a review in the dialog in which it is answered or hidden. */
function Quote({ review: { author, product, rating, body } }: { review: Review }) {
	return (
		<figure className="grid gap-1.5 border-rule border-l-2 pl-3">
			{body === '' ? null : (
				<blockquote dir="auto" className="wrap-anywhere whitespace-pre-line">
					{body}
				</blockquote>
			)}
			<figcaption className="text-soft">
				<bdi>{author}</bdi> on {product}: {rating} of 5{body === '' ? ', stars only' : ''}
			</figcaption>
		</figure>
	)
}

const unsaved = new Map<string, string>()

function ReviewActs({ review, onDone }: { review: Review; onDone: () => void }) {
	const { id, author, answer, hidden_reason: hidden } = review
	const [text, setText] = useUnsaved(unsaved, id, answer ?? '')
	const [because, setBecause] = useState<(typeof hidingReasons)[number]>()
	return (
		<div className="flex flex-wrap gap-2">
			<ActButton
				act="answer-review"
				input={text.trim() === '' ? undefined : { review: id, text }}
				title={`Answer ${author}`}
				opens={answer === null ? 'Answer' : 'Edit answer'}
				label="Publish the answer"
				reason="none"
				done="The answer is published"
				onDone={() => {
					setText(undefined)
					onDone()
				}}
			>
				<Quote review={review} />
				<TextArea
					label="Your answer"
					name="answer"
					hint="Everybody can read it below the review. Don’t mention anything that only you and the customer know."
					maxLength={1_000}
					value={text}
					onChange={setText}
				/>
			</ActButton>
			{hidden === null ? (
				<ActButton
					act="hide-review"
					input={because === undefined ? undefined : { review: id, because }}
					title={`Hide ${author}’s review`}
					opens="Hide"
					label="Hide the review"
					isDanger
					reason="none"
					done="The review is hidden"
					onDone={onDone}
				>
					<Quote review={review} />
					<Select
						label="Because it is"
						value={because ?? ''}
						options={[
							...(because === undefined ? [{ value: '', label: 'Choose a reason' }] : []),
							...hidingReasons.map((value) => ({ value, label: value })),
						]}
						onChange={(value) => setBecause(hidingReasons.find((reason) => reason === value))}
					/>
				</ActButton>
			) : (
				<ActButton
					act="show-review"
					input={{ review: id }}
					title={`Show ${author}’s review again`}
					opens="Show again"
					label="Show it again"
					reason="none"
					done="The review is shown again"
					onDone={onDone}
				/>
			)}
		</div>
	)
}
