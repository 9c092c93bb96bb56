import { useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Failed } from '#admin/ui/states.tsx'
import type { Answer, Sent } from '#shared/admin/api.ts'
import { guideFormats } from '#shared/admin/names.ts'
import { categories } from '#shared/categories.ts'
import { largestFile, largestFileBytes } from '#shared/largest-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { Made } from './made.tsx'

type Category = Sent<'new-guide'>['category']
const accepted = guideFormats.map((format) => `.${format.toLowerCase()}`).join()

/** Makes the draft of a product from a file that is dropped or chosen. */
export function Page() {
	const input = useRef<HTMLInputElement>(null)
	const [category, setCategory] = useState<Category>('Academic')
	const [isOver, setOver] = useState(false)
	const [busy, run] = useBusy()
	const [problem, setProblem] = useState<ApiError | 'large'>()
	const [made, setMade] = useState<Answer<'new-guide'>>()

	async function send(file: File) {
		setProblem(undefined)
		if (file.size > largestFileBytes) return setProblem('large')
		try {
			setMade(await uploadFile('new-guide', { name: file.name, category }, file))
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			setProblem(failure)
		}
	}
	const take = (files: FileList | null | undefined) => {
		const file = files?.[0]
		if (file !== undefined && !busy) run(() => send(file))
	}
	return (
		<ProductsFrame
			title="New guide"
			note="From one file: its page, its contents and a check of what readers would stumble over. Nobody sees it until you publish it."
			updatedAt={undefined}
		>
			{made === undefined ? (
				<div className="grid max-w-[40rem] gap-6">
					<Select
						label="Category"
						value={category}
						options={categories.map((one) => ({ value: one, label: one }))}
						onChange={(chosen) => setCategory(categories.find((one) => one === chosen) ?? category)}
					/>
					{/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
					<div
						className={`grid justify-items-start gap-3 rounded-control border-2 border-dashed p-6 sm:p-10 ${isOver ? 'border-ink bg-sheet' : 'border-edge'}`}
						onDragOver={(event) => {
							event.preventDefault()
							setOver(true)
						}}
						onDragLeave={() => setOver(false)}
						onDrop={(event) => {
							event.preventDefault()
							setOver(false)
							take(event.dataTransfer.files)
						}}
					>
						<p className="text-subheading">Drop the guide’s file here</p>
						<p className="text-soft">
							A PDF, EPUB, Word file (DOCX), spreadsheet (XLSX) or ZIP of up to {largestFile}.
						</p>
						<input
							ref={input}
							type="file"
							hidden
							accept={accepted}
							aria-label="The guide’s file"
							onChange={(event) => {
								take(event.target.files)
								event.target.value = ''
							}}
						/>
						<Button aria-disabled={busy || undefined} onClick={() => input.current?.click()}>
							{busy ? 'Reading the file …' : 'Choose a file'}
						</Button>
						<p role="status" className="margin-note">
							{busy ? 'It’s uploaded and read. That takes up to a minute.' : ''}
						</p>
					</div>
					{problem === 'large' ? (
						<p role="alert" className="text-brick">
							That file is larger than {largestFile}. Make it smaller and try again.
						</p>
					) : problem === undefined ? null : (
						<Failed error={problem} />
					)}
				</div>
			) : (
				<Made guide={made} onAgain={() => setMade(undefined)} />
			)}
		</ProductsFrame>
	)
}
