import { useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { FileDrop } from '#admin/ui/file-drop.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Failed } from '#admin/ui/states.tsx'
import type { Answer, Sent } from '#shared/admin/api.ts'
import { guideFormats } from '#shared/admin/names.ts'
import { categories } from '#shared/categories.ts'
import { largestFile, largestFileBytes } from '#shared/largest-file.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { Made } from './made.tsx'

type Category = Sent<'new-guide'>['category']
const accepted = guideFormats.map((format) => `.${format.toLowerCase()}`).join()

/** Makes the draft of a product from a file that is dropped or chosen. */
export function Page() {
	const [category, setCategory] = useState<Category>('Academic')
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
	const take = ([file]: readonly File[]) => {
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
					<FileDrop
						label="The guide’s file"
						accept={accepted}
						className="grid justify-items-start gap-3 p-6 sm:p-10"
						button={{ text: busy ? 'Reading the file …' : 'Choose a file', isBusy: busy }}
						onFiles={take}
						note={
							<p role="status" className="margin-note">
								{busy ? 'It’s uploaded and read. That takes up to a minute.' : ''}
							</p>
						}
					>
						<p className="text-subheading">Drop the guide’s file here</p>
						<p className="text-soft">
							A PDF, EPUB, Word file (DOCX), spreadsheet (XLSX) or ZIP of up to {largestFile}.
						</p>
					</FileDrop>
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
