import { createRoot } from 'react-dom/client'
import { termsWords } from '#shared/delivery-consent.ts'
import { formatPounds } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface Agreement {
	title: string
	/** What the buyer must agree to, as on the payment page. */
	wording: string
}

/** Asks a buyer whose code leaves nothing to pay to agree to the terms. Returns whether they have. */
export async function askToAgree({ title, wording }: Agreement): Promise<boolean> {
	const place = document.createElement('div')
	document.body.append(place)
	const root = createRoot(place)
	const [before, after] = splitAt(wording, termsWords)
	const hasAgreed = await new Promise<boolean>((resolve) => {
		root.render(
			<Dialog
				open
				onClose={() => resolve(false)}
				title={`Get ${title}`}
				description="With your code there’s nothing to pay, and no card is needed."
			>
				<form
					className="grid gap-6"
					onSubmit={(event) => {
						event.preventDefault()
						resolve(true)
					}}
				>
					<label className="flex gap-3">
						<input type="checkbox" required className="mt-1 size-5 shrink-0" />
						<span>
							{before}
							<a href="/terms" target="_blank" rel="noopener" className="link">
								{termsWords}
							</a>
							{after}
						</span>
					</label>
					<Button type="submit" className="justify-self-start">
						Get it for {formatPounds(0)}
					</Button>
				</form>
			</Dialog>,
		)
	})
	root.unmount()
	place.remove()
	return hasAgreed
}

function splitAt(text: string, word: string): [string, string] {
	const at = text.indexOf(word)
	return [text.slice(0, at), text.slice(at + word.length)]
}
