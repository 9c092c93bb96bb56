import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { withMark } from '#server/shop/emails/with-mark.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { Reads, Saves } from '#shared/admin/declare.ts'
import type { Role } from '#shared/admin/members.ts'
import type { ShownMail } from '#shared/admin/messages.ts'
import type { AdminDependencies } from './dependencies.ts'
import { actRefused, nothingFound, unexpectedInput } from './errors.ts'
import type { Member } from './require-member.ts'

/** What every operation declares about itself. */
interface Described {
	/** What it does, for the documentation of the API. */
	does: string
	/** Who may call it. */
	roles: readonly [Role, ...Role[]]
	/** Whether the second step must have been taken in the last ten minutes. */
	sensitive?: boolean
}

/** What an operation declares that leaves a record in the log. */
export interface Recording extends Described {
	/** What the log says of it, such as “Set a price”. */
	log: string
}

/** A call of an operation by a member whose role allows it. */
interface Call {
	/** The name of the operation. */
	name: string
	admin: AdminDependencies
	member: Member
	/** The query or the body, as it was sent. */
	sent: unknown
	/** The request. An upload reads its file from the body. */
	request: Request
}

export interface Operation extends Required<Described> {
	kind: 'read' | 'act' | 'file' | 'upload' | 'save'
	/** Whether only the command line offers it, because it would be unsafe or senseless over HTTP. */
	commandLineOnly?: boolean
	/** Whether an act needs a reason. */
	needsReason: boolean
	/** What the log says of it; undefined if it only reads. */
	log?: string
	/** The schemas of its input and, unless it answers with a file, of its output. */
	input: z.ZodType
	output: z.ZodType | undefined
	/** Runs the operation. Throws `validation_failed` if the input is wrong, and the operation's own errors. */
	run(call: Call): Promise<Response>
}

/** The operations of the API, by name. */
export type Operations = Readonly<Record<string, Operation>>

interface Reading<Input, Output> extends Described {
	read: (admin: AdminDependencies, input: Input, member: Member) => Promise<Output>
}

/** Makes an operation that only reads. */
export function reading<Input extends z.ZodObject, Output extends z.ZodType>(
	contract: Reads<Input, Output>,
	{ read, ...declared }: Reading<z.output<Input>, z.input<Output>>,
): Operation {
	return makeOperation(contract, declared, async ({ admin, member, sent }) => {
		const input = parse(contract.input, sent)
		const found = await orRefused(() => read(admin, input, member), nothingFound)
		return Response.json(contract.output.parse(found))
	})
}

type Contract = Pick<Operation, 'kind' | 'input'> & { output?: z.ZodType }
type Declared = Described & Partial<Pick<Operation, 'needsReason' | 'log' | 'commandLineOnly'>>

/** Makes an operation of its contract, of what it declares about itself, and of what it does. */
export function makeOperation(contract: Contract, declared: Declared, run: Operation['run']): Operation {
	return { sensitive: false, needsReason: false, output: undefined, ...contract, ...declared, run }
}

interface Saving<Input, Output> extends Described {
	save: (admin: AdminDependencies, input: Input, member: Member) => Promise<Output>
}

/** Makes an operation that saves what a member is writing. It is neither previewed nor recorded in the log, as an act is. */
export function saving<Input extends z.ZodObject, Output extends z.ZodType>(
	contract: Saves<Input, Output>,
	{ save, ...declared }: Saving<z.output<Input>, z.input<Output>>,
): Operation {
	return makeOperation(contract, declared, async ({ admin, member, sent }) => {
		const input = parse(contract.input, sent)
		return await orRefused(async () => Response.json(contract.output.parse(await save(admin, input, member))))
	})
}

/** Reads the input of an operation. Throws `validation_failed`. */
export function parse<Input extends z.ZodObject>(schema: Input, sent: unknown): z.output<Input> {
	const parsed = schema.safeParse(sent)
	if (parsed.success) return parsed.data
	throw unexpectedInput(parsed.error)
}

/** Turns a `DecisionError` into a refusal with its message, which is written for the owner. */
export async function orRefused<T>(work: () => Promise<T>, refusal = actRefused): Promise<T> {
	try {
		return await work()
	} catch (error) {
		throw error instanceof DecisionError ? refusal(error) : error
	}
}

/**
 * Prepares an email for a page that may load nothing: embeds the pictures, removes the targets of links and returns the
 * stylesheet separately.
 */
export async function showMail(
	{ readMark }: Pick<AdminDependencies, 'readMark'>,
	mail: Mail,
): Promise<ShownMail> {
	const { subject, text, html, pictures = [], files = [] } = await withMark(mail, readMark)
	let shown = html.replaceAll(/ href="[^"]*"/g, '')
	for (const { cid, contentType, path, bytes } of pictures) {
		const content = Buffer.from(bytes ?? (await readFile(path))).toString('base64')
		shown = shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content}`)
	}
	const [whole = '', styles = ''] = /<style>(.*?)<\/style>/s.exec(shown) ?? []
	return { subject, text, html: shown.replace(whole, ''), styles, files: [...files] }
}
