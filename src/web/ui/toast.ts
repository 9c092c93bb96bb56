import { type Message, type MessageOptions, say, takeBack } from './messages.ts'

/** Short messages at the edge of the page; each gives its id. The code that shows them is fetched apart from the page's own. */
export const toast = {
	success: (title: string, options?: MessageOptions) => show('success', title, options),
	error: (title: string, options?: MessageOptions) => show('error', title, options),
	info: (title: string, options?: MessageOptions) => show('info', title, options),
	/** For a message that no longer holds. */
	dismiss: takeBack,
}

let count = 0

function show(kind: Message['kind'], title: string, options: MessageOptions = {}): string {
	count += 1
	const { id = `message-${count}` } = options
	say({ kind, title, options: { ...options, id } })
	return id
}
