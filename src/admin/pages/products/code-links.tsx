import { useState } from 'react'
import type { Answer } from '#shared/admin/api.ts'
import { isBundle } from '#shared/bundle-id.ts'
import { withCode } from '#shared/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'

type Codes = Answer<'discount-codes'>

interface CodeLinksProps {
	code: Codes['rows'][number]
	guides: Codes['guides']
}

/** Offers the links that show a guide or a bundle at its price with the code. */
export function CodeLinks({
	code: { code, guide_ids: ids, for_bundles: isForBundles, state },
	guides,
}: CodeLinksProps) {
	const [open, setOpen] = useState(false)
	const linked = guides.filter(({ id }) => ids?.includes(id) ?? (isForBundles || !isBundle(id)))
	if ((state !== 'running' && state !== 'later') || linked.length === 0) return null
	return (
		<>
			<Button variant="secondary" size="small" onClick={() => setOpen(true)}>
				Links<span className="sr-only"> with {code}</span>
			</Button>
			<Dialog open={open} onClose={() => setOpen(false)} title={`Links with ${code}`}>
				<p>Whoever opens one sees the price with {code} on the page, and pays it without typing the code.</p>
				<ul className="mt-4 grid gap-4">
					{linked.map(({ id, title, address }) => (
						<LinkToCopy key={id} title={title} link={withCode(address, code)} />
					))}
				</ul>
			</Dialog>
		</>
	)
}

/** Says beside the link whether it is copied: a toast would be behind the dialog. */
function LinkToCopy({ title, link }: { title: string; link: string }) {
	const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
	function copy() {
		navigator.clipboard.writeText(link).then(
			() => setState('copied'),
			() => setState('refused'),
		)
	}
	return (
		<li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
			<Field
				label={title}
				name="link"
				readOnly
				value={link}
				error={state === 'refused' ? 'Your browser doesn’t allow that. Copy it from here.' : undefined}
				onFocus={(event) => event.target.select()}
			/>
			<Button variant="secondary" onClick={copy}>
				{state === 'copied' ? 'Copied' : 'Copy'}
				<span className="sr-only"> the link to {title}</span>
			</Button>
			<span role="status" className="sr-only">
				{state === 'copied' ? `The link to ${title} is copied` : ''}
			</span>
		</li>
	)
}
