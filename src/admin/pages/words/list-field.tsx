import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { AddPicture } from '#admin/pages/words/add-picture.tsx'
import { emptyValue, moved } from '#admin/pages/words/values.ts'
import { type FieldProps, Folded, WritingContext } from '#admin/pages/words/writing.tsx'
import { isFixedList } from '#shared/content/form-field.ts'
import { isRecord } from '#shared/json.ts'
import { isUploaded } from '#shared/media.ts'
import { Button } from '#web/ui/button.tsx'

interface ListFieldProps extends FieldProps {
	renderItem: (item: FieldProps) => ReactNode
}

/** A list, whose items can be added, removed and moved by pointer and by keyboard unless they come with something else. */
export function ListField(props: ListFieldProps) {
	const { field, value, path, onChange, renderItem, label = field.title } = props
	const { found } = use(WritingContext)
	const box = useRef<HTMLDivElement>(null)
	const [said, say] = useState('')
	/** The control to focus once the list is shown as it is now. */
	const focus = useRef<string>(undefined)
	useEffect(() => {
		const wanted = focus.current
		if (wanted === undefined) return
		focus.current = undefined
		box.current?.querySelector<HTMLElement>(wanted)?.focus()
	})
	const { item } = field
	if (item === undefined) return null
	if (!Array.isArray(value))
		return (
			<div>
				<Button size="small" variant="secondary" onClick={() => onChange([emptyValue(item)])}>
					Add “{label}”
				</Button>
			</div>
		)
	const list: readonly unknown[] = value
	const { most = Number.POSITIVE_INFINITY, least = 0 } = field
	const isFixed = isFixedList(field)
	// While words are sought, the list isn't shown whole.
	const isArranged = !isFixed && found === undefined
	/** Whether it can have several items, so that they have numbers and an order. */
	const isSeveral = most > 1
	const place = (index: number, of = list.length) => `${index + 1} of ${of}`

	function move(from: number, to: number) {
		focus.current = `[data-item="${to}"] > .item-acts [data-move="${to > from ? 'down' : 'up'}"]:not(:disabled), [data-item="${to}"] > .item-acts [data-move]:not(:disabled)`
		say(`Moved to place ${place(to)}`)
		onChange(moved(list, from, to))
	}
	function remove(index: number) {
		focus.current =
			list.length === 1 ? '[data-add]' : `[data-item="${Math.min(index, list.length - 2)}"] [data-remove]`
		say(`Removed. ${list.length - 1} left`)
		onChange(
			list.length === 1 && field.without !== undefined
				? field.without === 'null'
					? null
					: undefined
				: list.toSpliced(index, 1),
		)
	}
	function add(added: unknown) {
		focus.current = `[data-item="${list.length}"] :is(input, textarea)`
		say(`Added as ${place(list.length, list.length + 1)}`)
		onChange([...list, added])
	}
	return (
		<Folded label={label} path={path} hint={field.hint} count={list.length}>
			<div ref={box} className="grid gap-5">
				{list.map((one, index) =>
					found?.has(`${path}.${index}`) === false ? null : (
						// biome-ignore lint/suspicious/noArrayIndexKey: the items have no names, and all they show is their value
						<div key={index} className="item" data-item={index}>
							{renderItem({
								field: item,
								value: one,
								path: `${path}.${index}`,
								label: isSeveral
									? `${label} ${index + 1}${field.arranged && index === 0 ? ', the cover' : ''}`
									: label,
								onChange: (changed) => onChange(list.with(index, changed)),
							})}
							{isArranged ? (
								<div className="item-acts">
									{isSeveral ? (
										<>
											<Act
												label={`Move ${label} ${index + 1} up`}
												move="up"
												disabled={index === 0}
												onPress={() => move(index, index - 1)}
											>
												Up
											</Act>
											<Act
												label={`Move ${label} ${index + 1} down`}
												move="down"
												disabled={index === list.length - 1}
												onPress={() => move(index, index + 1)}
											>
												Down
											</Act>
											{field.arranged ? (
												<Act
													label={`Make it the cover: ${label} ${index + 1}`}
													move="up"
													disabled={index === 0}
													onPress={() => move(index, 0)}
												>
													Make it the cover
												</Act>
											) : null}
										</>
									) : null}
									<Act
										label={isSeveral ? `Remove ${label} ${index + 1}` : `Remove ${label}`}
										disabled={list.length <= least || (field.arranged === true && !isOwnPicture(one))}
										onPress={() => remove(index)}
									>
										Remove
									</Act>
								</div>
							) : null}
						</div>
					),
				)}
				{isFixed ? (
					<p className="margin-note">
						They come with the guide’s files or the shop’s software, so none can be added or moved here.
					</p>
				) : found !== undefined ? null : list.length >= most ? (
					isSeveral ? (
						<p className="margin-note">There’s room for {most}.</p>
					) : null
				) : field.arranged ? (
					<AddPicture present={list} onAdd={add} />
				) : (
					<Button
						size="small"
						variant="secondary"
						className="justify-self-start"
						data-add=""
						onClick={() => add(emptyValue(item, list))}
					>
						Add one<span className="sr-only"> to {label}</span>
					</Button>
				)}
			</div>
			<p className="sr-only" role="status">
				{said}
			</p>
		</Folded>
	)
}

function isOwnPicture(one: unknown): boolean {
	return isRecord(one) && isUploaded(one.name)
}

interface ActProps {
	label: string
	move?: 'up' | 'down'
	disabled: boolean
	onPress: () => void
	children: string
}

function Act({ label, move, disabled, onPress, children }: ActProps) {
	return (
		<button
			type="button"
			aria-label={label}
			data-move={move}
			data-remove={move === undefined ? '' : undefined}
			disabled={disabled}
			onClick={onPress}
		>
			{children}
		</button>
	)
}
