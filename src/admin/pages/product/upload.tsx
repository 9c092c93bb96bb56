import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import type { Product } from '#admin/pages/product/part.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { Failed } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { largestFile, largestFileBytes } from '#shared/largest-file.ts'
import { counted, formatBytes } from '#shared/wording.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

interface UploadProps {
	productId: string
	/** The extensions of the files that can be chosen. */
	accept: string
	/** The label of the file field. */
	label: string
	/** The text of the button. */
	opens: string
	/** The toast after the upload. */
	done: string
	onDone: () => void
}

/** Uploads the file of a product. Customers receive it once it is published. */
export function Upload({ productId, accept, label, opens, done, onDone }: UploadProps) {
	const input = useRef<HTMLInputElement>(null)
	const [busy, run] = useBusy()
	const [refusal, setRefusal] = useState<ApiError>()
	const [isLarge, setLarge] = useState(false)

	async function send(chosen: File) {
		setRefusal(undefined)
		setLarge(chosen.size > largestFileBytes)
		if (chosen.size > largestFileBytes) return
		try {
			await uploadFile('upload-edition', { product: productId, name: chosen.name }, chosen)
			toast.success(done)
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
				accept={accept}
				aria-label={label}
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
				{busy ? 'Uploading …' : opens}
			</Button>
			{isLarge ? (
				<p className="basis-full text-brick">
					That file is larger than {largestFile}. Make it smaller and try again.
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

interface UploadedFileProps {
	uploaded: NonNullable<Product['uploaded']>
	/** Says what becomes of the file. */
	title: string
	note: string
	isOwner: boolean
	onDone: () => void
	/** The buttons that make customers get the file. */
	children?: ReactNode
}

/** Shows a file that waits to be published, which can be looked at and discarded. */
export function UploadedFile({ uploaded, title, note, isOwner, onDone, children }: UploadedFileProps) {
	const { id, name, bytes, pages, same_as: sameAs, at, by } = uploaded
	const facts = [name, formatBytes(bytes), pages === null ? null : counted(pages, 'page')]
	return (
		<div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-y py-3">
			<div className="min-w-0 max-w-[34rem]">
				<p className="wrap-anywhere">
					<b>{title}</b>: {facts.filter((fact) => fact !== null).join(', ')}. {note}
					<span className="block text-soft">
						{timeOf(at)}, by {by}
					</span>
				</p>
				{sameAs.length === 0 ? null : (
					<p className="font-semibold text-brick">
						Check the file: it’s the same, byte for byte, as one of {sameAs.join(', ')}.
					</p>
				)}
			</div>
			{isOwner ? (
				<div className="flex flex-wrap gap-3">
					<ExportButton name="uploaded-file" input={{ id }} label="Open" />
					<ActButton
						act="discard-upload"
						input={{ id }}
						title="Discard the upload"
						opens="Discard …"
						label="Discard it"
						done="It’s discarded"
						onDone={onDone}
					/>
					{children}
				</div>
			) : null}
		</div>
	)
}
