import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { slugOf } from '#shared/slug.ts'
import { Field } from '#web/ui/field.tsx'

/** Opens the dialog that begins an article. Its address follows the title until another is typed. */
export function NewArticle() {
	const navigate = useNavigate()
	const [typed, setTitle] = useState('')
	const [address, setAddress] = useState<string>()
	const title = typed.trim()
	const slug = address?.trim() || undefined
	return (
		<ActButton
			act="new-article"
			variant="primary"
			input={title === '' ? undefined : { title, ...(slug === undefined ? {} : { slug }) }}
			title="New article"
			opens="New article …"
			label="Begin it"
			reason="none"
			done={`“${title}” is begun`}
			onOpen={() => {
				setTitle('')
				setAddress(undefined)
			}}
			onDone={({ id }) => void navigate(`/words/article/${id}`)}
		>
			<Field
				label="Title"
				name="title"
				autoComplete="off"
				hint="As somebody would ask it, such as “What is my deposit for?”"
				maxLength={100}
				value={typed}
				onChange={(event) => setTitle(event.target.value)}
			/>
			<Field
				label="Address"
				name="slug"
				autoComplete="off"
				autoCapitalize="none"
				hint="What follows /articles/. You can change it until the article is published."
				maxLength={80}
				value={address ?? (title === '' ? '' : slugOf(title, 'article'))}
				onChange={(event) => setAddress(event.target.value)}
			/>
		</ActButton>
	)
}
