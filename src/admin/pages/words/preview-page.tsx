import { useEffect, useRef, useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { DocumentPage, type DocumentProps } from '#admin/pages/words/document-frame.tsx'
import { useDraft } from '#admin/pages/words/drafts.ts'
import { EmailsPreview } from '#admin/pages/words/emails-preview.tsx'
import { isEmails } from '#admin/pages/words/names.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { clockOf } from '#admin/ui/times.ts'
import { Button } from '#web/ui/button.tsx'

/** Shows the page of a document as it would be with the draft. */
export function Page() {
	return (
		<DocumentPage>
			{(props) =>
				isEmails(props.document) ? <EmailsPreview version={props.document.version} /> : <Preview {...props} />
			}
		</DocumentPage>
	)
}

const screens = {
	phone: { name: 'Phone', width: 390, height: 844 },
	laptop: { name: 'Laptop', width: 1280, height: 800 },
} as const
const screenNames = ['phone', 'laptop'] as const
const themes = ['light', 'dark'] as const

function Preview({ document }: DocumentProps) {
	const { kind, id } = document
	const [draft] = useDraft(document)
	const isSaved = draft.state.kind === 'saved'
	const { data, error, reload } = useRead('preview-document', { kind, id }, { enabled: isSaved })
	const [screen, show] = useState<(typeof screenNames)[number]>(() =>
		matchMedia('(width < 48rem)').matches ? 'phone' : 'laptop',
	)
	const [theme, paint] = useState<(typeof themes)[number]>('light')
	if (error !== undefined) return <Failed error={error} onRetry={reload} />
	if (data === undefined) return <Loading lines={12} label="Making the page …" />
	return (
		<>
			<div className="section-head is-first">
				<div className="flex flex-wrap gap-4">
					<Choice
						legend="Screen"
						value={screen}
						onChange={show}
						options={screenNames.map((one) => [one, screens[one].name])}
					/>
					<Choice
						legend="Theme"
						value={theme}
						onChange={paint}
						options={[
							['light', 'Light'],
							['dark', 'Dark'],
						]}
					/>
				</div>
				<a className="row-link" href={data.url} target="_blank" rel="noreferrer">
					Open it in a tab of its own
				</a>
			</div>
			<Scaled
				key={screen}
				{...screens[screen]}
				title={`Preview of ${document.title}`}
				src={`${data.url}&theme=${theme}`}
			/>
			<p className="margin-note mt-3">
				Whoever has the address of this preview can see it until {clockOf(new Date(data.ends_at))}. Buttons
				don’t work in it, and claims are shown whether or not you have confirmed them.
			</p>
		</>
	)
}

interface ChoiceProps<Value extends string> {
	legend: string
	value: Value
	options: readonly (readonly [Value, string])[]
	onChange: (value: Value) => void
}

function Choice<Value extends string>({ legend, value, options, onChange }: ChoiceProps<Value>) {
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">{legend}</legend>
			{options.map(([each, name]) => (
				<Button
					key={each}
					size="small"
					variant={each === value ? 'primary' : 'secondary'}
					aria-pressed={each === value}
					onClick={() => onChange(each)}
				>
					{name}
				</Button>
			))}
		</fieldset>
	)
}

interface ScaledProps {
	title: string
	src: string
	/** The size of the screen in pixels. */
	width: number
	height: number
}

/** Shows a page as a screen of this size does, made smaller if there is less room. */
function Scaled({ title, src, width, height }: ScaledProps) {
	const box = useRef<HTMLDivElement>(null)
	const [scale, setScale] = useState(1)
	useEffect(() => {
		const element = box.current
		if (element === null) return
		const measure = () => setScale(Math.min(1, element.clientWidth / width))
		measure()
		const observer = new ResizeObserver(measure)
		observer.observe(element)
		return () => observer.disconnect()
	}, [width])
	return (
		<div ref={box} className="preview" style={{ height: height * scale, maxWidth: width }}>
			<iframe title={title} src={src} style={{ width, height, transform: `scale(${scale})` }} />
		</div>
	)
}
