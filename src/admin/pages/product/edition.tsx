import { type ReactNode, useState } from 'react'
import { Part, type PartProps, type Product } from '#admin/pages/product/part.tsx'
import { Upload, UploadedFile } from '#admin/pages/product/upload.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Select } from '#admin/ui/select.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { Tick } from '#admin/ui/tick.tsx'
import { dayOfTime, timeOf } from '#admin/ui/times.ts'
import { formatBytes } from '#shared/wording.ts'

/** Shows the file that customers receive, and what can replace it. */
export function Edition({ product, isOwner, onDone }: PartProps) {
	const { id, status, file, uploaded, waiting } = product
	if (file === null || status === 'coming soon') return null
	const isOffered = status !== 'withdrawn'
	const ending = file.name.slice(file.name.lastIndexOf('.'))
	return (
		<Part
			title="Edition"
			acts={
				isOwner && isOffered ? (
					<Upload
						productId={id}
						accept={ending}
						label="The new edition"
						opens={`Upload a new edition (${ending.slice(1).toUpperCase()})`}
						done="Uploaded. Publish it when you’re ready."
						onDone={onDone}
					/>
				) : null
			}
		>
			<p>
				<b>{file.edition === null ? 'Without a date' : `Of ${dayOfTime(file.edition)}`}</b>
				<span className="text-soft wrap-anywhere">
					: {file.name}, {formatBytes(file.bytes)}
					{file.of_owner ? ', published here' : file.uploaded ? ', uploaded here' : ', from the catalogue'}.
				</span>
			</p>
			{isOwner && product.editions.some(({ ended_by: by }) => by === null) ? (
				<p className="mt-3">
					<ActButton
						act="take-back-edition"
						input={{ product: id }}
						title="Take the newest edition back"
						opens="Take it back …"
						label="Take it back"
						isDanger
						done="Customers get the previous file again"
						onDone={onDone}
					/>
				</p>
			) : null}
			{uploaded === null ? null : (
				<UploadedFile
					uploaded={uploaded}
					title="Uploaded, not published"
					note="Customers don’t get it yet."
					isOwner={isOwner}
					onDone={onDone}
				>
					<Publish
						key={uploaded.id}
						upload={uploaded.id}
						others={file.others}
						title="Publish the upload"
						onDone={onDone}
					/>
				</UploadedFile>
			)}
			{waiting === null ? null : (
				<Box
					acts={
						isOwner ? (
							<Publish
								key={waiting.id}
								upload={waiting.id}
								others={[]}
								changes={waiting.changes ?? ''}
								title="Publish this version’s edition"
								onDone={onDone}
							/>
						) : null
					}
				>
					<b>
						The shop’s software comes with another edition of this guide
						{waiting.edition === null ? '' : `, of ${dayOfTime(waiting.edition)}`}
					</b>
					: {waiting.changes} Customers keep getting the one you uploaded until you publish this one.
				</Box>
			)}
			<Published editions={product.editions} />
		</Part>
	)
}

function Box({ children, acts }: { children: ReactNode; acts: ReactNode }) {
	return (
		<div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-y py-3">
			<p className="min-w-0 max-w-[34rem]">{children}</p>
			{acts}
		</div>
	)
}

function Published({ editions }: Pick<Product, 'editions'>) {
	if (editions.length === 0) return null
	return (
		<details className="more-lines mt-3">
			<summary>Editions published here</summary>
			<ul className="lines">
				{editions.map(({ id, edition, changes, by, at, ended_by: endedBy }) => (
					<li key={id}>
						<span className="font-semibold">{dayOfTime(edition)}</span>: {changes}
						<span className="block text-soft wrap-anywhere">
							{timeOf(at)}, by {by}
							{endedBy === null ? '' : `; taken back by ${endedBy}`}
						</span>
					</li>
				))}
			</ul>
		</details>
	)
}

interface PublishProps {
	upload: string
	/** What changed, according to the catalogue; undefined if the owner has to write it. */
	changes?: string
	/** The guide's further files, which may be of the edition before. */
	others: readonly string[]
	title: string
	onDone: () => void
}

function Publish({ upload, changes, others, title, onDone }: PublishProps) {
	const [written, setWritten] = useState('')
	const [leftOut, setLeftOut] = useState<readonly string[]>([])
	const [tells, setTells] = useState(true)
	const isReady = changes !== undefined || written.trim() !== ''
	return (
		<ActButton
			act="publish-edition"
			input={isReady ? { id: upload, changes: written, tell: tells, leave_out: [...leftOut] } : undefined}
			title={title}
			opens={changes === undefined ? 'Publish it …' : 'Publish this edition …'}
			label="Give it to customers"
			done="Customers get the new edition"
			onDone={onDone}
		>
			{changes === undefined ? (
				<TextArea
					label="What changed"
					name="changes"
					hint="A line that customers read, such as “The rents and fares of 2027”."
					rows={2}
					maxLength={500}
					value={written}
					onChange={setWritten}
				/>
			) : null}
			<Select
				label="Who is emailed"
				value={tells ? 'asked' : 'nobody'}
				options={[
					{ value: 'asked', label: 'Customers who asked to be' },
					{ value: 'nobody', label: 'Nobody, as for a small correction' },
				]}
				onChange={(value) => setTells(value === 'asked')}
			/>
			{others.length === 0 ? null : (
				<fieldset>
					<legend className="text-label font-semibold">
						No longer offer, because it’s of the edition before
					</legend>
					{others.map((name) => (
						<Tick
							key={name}
							label={name}
							checked={leftOut.includes(name)}
							onChange={(isLeftOut) =>
								setLeftOut(isLeftOut ? [...leftOut, name] : leftOut.filter((other) => other !== name))
							}
						/>
					))}
				</fieldset>
			)}
		</ActButton>
	)
}
