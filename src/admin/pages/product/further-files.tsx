import { useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import { Part, type PartProps } from '#admin/pages/product/part.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { FileDrop } from '#admin/ui/file-drop.tsx'
import { Failed } from '#admin/ui/states.tsx'
import { dayOfTime } from '#admin/ui/times.ts'
import { largestFile, largestFileBytes } from '#shared/largest-file.ts'
import { formatBytes } from '#shared/wording.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

/** Shows the files that the owner has added to a guide, and adds others. */
export function FurtherFiles({ product, isOwner, onDone }: PartProps) {
	const { id, status, file, added } = product
	if (file === null || status === 'coming soon') return null
	const canChange = isOwner && status !== 'withdrawn'
	return (
		<Part title="Further files" acts={canChange ? <AddFile productId={id} onDone={onDone} /> : null}>
			{added.length === 0 ? (
				<p className="text-soft">
					None of yours. Who has the guide can download each by itself, such as an e-book or a checklist.
				</p>
			) : (
				<ul className="lines">
					{added.map(({ name, title, purpose, format, bytes, by, at }) => (
						<li key={name} className="flex flex-wrap items-baseline justify-between gap-x-6">
							<span className="min-w-0 wrap-anywhere">
								<b>{title}</b> ({format}, {formatBytes(bytes)}): {purpose}
								<span className="block text-soft">
									Of {dayOfTime(at)}, by {by}
								</span>
							</span>
							{canChange ? (
								<ActButton
									act="remove-file"
									input={{ product: id, name }}
									title={`Remove “${title}”`}
									opens="Remove …"
									label="Remove it"
									isDanger
									done="The file is removed"
									onDone={onDone}
								/>
							) : null}
						</li>
					))}
				</ul>
			)}
		</Part>
	)
}

function AddFile({ productId, onDone }: { productId: string; onDone: () => void }) {
	const [open, setOpen] = useState(false)
	return (
		<>
			<Button size="small" variant="secondary" onClick={() => setOpen(true)}>
				Add a file …
			</Button>
			{open ? (
				<Dialog open title="Add a file to the guide" onClose={() => setOpen(false)}>
					<Chosen
						productId={productId}
						onDone={() => {
							setOpen(false)
							onDone()
						}}
					/>
				</Dialog>
			) : null}
		</>
	)
}

function Chosen({ productId, onDone }: { productId: string; onDone: () => void }) {
	const [chosen, choose] = useState<File>()
	const [title, setTitle] = useState('')
	const [purpose, setPurpose] = useState('')
	const [refusal, setRefusal] = useState<ApiError>()
	const [busy, run] = useBusy()
	const isLarge = chosen !== undefined && chosen.size > largestFileBytes
	const isReady = chosen !== undefined && !isLarge && title.trim() !== '' && purpose.trim() !== ''

	async function send(file: File) {
		setRefusal(undefined)
		const input = { product: productId, title: title.trim(), purpose: purpose.trim(), name: file.name }
		try {
			await uploadFile('add-file', input, file)
			toast.success('Customers get the file')
			onDone()
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			setRefusal(failure)
		}
	}
	return (
		<form
			className="grid gap-5"
			onSubmit={(event) => {
				event.preventDefault()
				if (isReady) run(() => send(chosen))
			}}
		>
			<FileDrop
				label="The file"
				accept=".pdf,.epub,.docx,.xlsx,.zip"
				className="grid justify-items-start gap-3 p-4"
				button={{
					text: chosen === undefined ? 'Choose the file' : 'Choose another',
					size: 'small',
					variant: 'secondary',
				}}
				onFiles={([file]) => choose(file ?? chosen)}
				note={
					<p className="margin-note wrap-anywhere">
						{chosen === undefined
							? `Or drop it here. PDF, EPUB, Word, Excel or ZIP, up to ${largestFile}.`
							: `${chosen.name}, ${formatBytes(chosen.size)}`}
					</p>
				}
			/>
			<Field
				label="What it’s called"
				name="title"
				hint="Such as “Checklist”. A file of the same name is replaced."
				value={title}
				maxLength={60}
				autoComplete="off"
				onChange={(event) => setTitle(event.target.value)}
			/>
			<Field
				label="What it’s for"
				name="purpose"
				hint="Such as “To tick off on the day you move in”."
				value={purpose}
				maxLength={120}
				autoComplete="off"
				onChange={(event) => setPurpose(event.target.value)}
			/>
			<p>
				Everybody who has the guide gets it as soon as it’s uploaded, under “Your guides”. Nobody is emailed.
			</p>
			{isLarge ? <p className="text-brick">That file is larger than {largestFile}.</p> : null}
			{refusal === undefined ? null : <Failed error={refusal} />}
			<Button type="submit" className="justify-self-start" aria-disabled={busy || !isReady || undefined}>
				{busy ? 'Uploading …' : 'Give it to customers'}
			</Button>
		</form>
	)
}
