import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import type { PartProps, Product } from '#admin/pages/product/product.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Failed } from '#admin/ui/states.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { dayOfTime, timeOf } from '#admin/ui/times.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

/** The file that customers get, and what replaces it. */
export function Edition({ product, isOwner, onDone }: PartProps) {
	const { id, status, file, uploaded, waiting } = product
	if (file === null || status === 'coming soon') return null
	const isOffered = status !== 'withdrawn'
	return (
		<section aria-labelledby="edition">
			<div className="section-head">
				<h2 id="edition" className="section-title">
					Edition
				</h2>
				{isOwner && isOffered ? <Upload product={product} onDone={onDone} /> : null}
			</div>
			<p>
				<b>{file.edition === null ? 'Without a date' : `Of ${dayOfTime(file.edition)}`}</b>
				<span className="text-soft wrap-anywhere">
					: {file.name}, {bytesInWords(file.bytes)}
					{file.of_owner ? ', published here' : ', from the catalogue'}.
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
						done="Customers get the file before it again"
						onDone={onDone}
					/>
				</p>
			) : null}
			{uploaded === null ? null : (
				<Box
					acts={
						isOwner ? (
							<Publish key={uploaded.id} upload={uploaded.id} title="Publish the upload" onDone={onDone} />
						) : null
					}
				>
					<b>Uploaded, not published</b>: {bytesInWords(uploaded.bytes)}. Customers don’t get it yet.
					<span className="block text-soft wrap-anywhere">
						{timeOf(uploaded.at)}, by {uploaded.by}
					</span>
				</Box>
			)}
			{waiting === null ? null : (
				<Box
					acts={
						isOwner ? (
							<Publish
								key={waiting.id}
								upload={waiting.id}
								changes={waiting.changes ?? ''}
								title="Take the release’s edition"
								onDone={onDone}
							/>
						) : null
					}
				>
					<b>
						This release of the shop has an edition of its own
						{waiting.edition === null ? '' : `, of ${dayOfTime(waiting.edition)}`}
					</b>
					: {waiting.changes} Customers go on getting yours until you take it.
				</Box>
			)}
			<Published editions={product.editions} />
		</section>
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

const largestBytes = 50 * 1024 * 1024

function Upload({ product: { id, file }, onDone }: Omit<PartProps, 'isOwner'>) {
	const input = useRef<HTMLInputElement>(null)
	const [busy, run] = useBusy()
	const [refusal, setRefusal] = useState<ApiError>()
	const [isLarge, setLarge] = useState(false)
	const ending = file?.name.slice(file.name.lastIndexOf('.')) ?? ''

	async function send(chosen: File) {
		setRefusal(undefined)
		setLarge(chosen.size > largestBytes)
		if (chosen.size > largestBytes) return
		try {
			await uploadFile('upload-edition', { product: id }, chosen)
			toast.success('Uploaded. Publish it when you’re ready.')
			onDone()
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			setRefusal(failure)
		}
	}
	return (
		<>
			<input
				ref={input}
				type="file"
				hidden
				accept={ending}
				aria-label="The new edition"
				onChange={(event) => {
					const [chosen] = event.target.files ?? []
					event.target.value = ''
					if (chosen !== undefined) run(() => send(chosen))
				}}
			/>
			<Button
				size="small"
				variant="secondary"
				aria-disabled={busy || undefined}
				onClick={() => input.current?.click()}
			>
				{busy ? 'Uploading …' : `Upload a new edition (${ending.slice(1).toUpperCase()})`}
			</Button>
			{isLarge ? (
				<p className="basis-full text-brick">
					That file is larger than 50 MB. Make it smaller and try again.
				</p>
			) : null}
			{refusal === undefined ? null : (
				<div className="basis-full">
					<Failed error={refusal} />
				</div>
			)}
		</>
	)
}

interface PublishProps {
	upload: string
	/** What changed, if the catalogue says so. */
	changes?: string
	title: string
	onDone: () => void
}

function Publish({ upload, changes, title, onDone }: PublishProps) {
	const [written, setWritten] = useState('')
	const [tells, setTells] = useState(true)
	const isReady = changes !== undefined || written.trim() !== ''
	return (
		<ActButton
			act="publish-edition"
			input={isReady ? { id: upload, changes: written, tell: tells } : undefined}
			title={title}
			opens={changes === undefined ? 'Publish it …' : 'Take it …'}
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
		</ActButton>
	)
}

function bytesInWords(bytes: number): string {
	return bytes < 1_000_000
		? `${Math.max(1, Math.round(bytes / 1_000))} kB`
		: `${(bytes / 1_000_000).toFixed(1)} MB`
}
