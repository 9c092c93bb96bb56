import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** A button that copies a text to the clipboard. `what` names the text in the toast and for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
	async function copy() {
		try {
			await navigator.clipboard.writeText(text)
			toast.success(`Copied the ${what}`)
		} catch {
			toast.error(`The ${what} couldn’t be copied`, { description: 'Select it and copy it yourself.' })
		}
	}
	return (
		<Button size="small" variant="secondary" onClick={copy}>
			Copy<span className="sr-only"> the {what}</span>
		</Button>
	)
}

/** Splits a long code into groups of four, which are easier to read and type. */
export function groupByFour(code: string): string {
	return (code.match(/.{1,4}/g) ?? []).join(' ')
}
