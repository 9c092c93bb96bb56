import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import { readChunks } from '#server/platform/http/body.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { forRehearsal, hashOf, nextExecution, rehearse } from '#server/shop/execution.ts'
import { largestFileBytes } from '#server/shop/files/receive-file.ts'
import { type Decided, DecisionError, type Plan, PlanChanged } from '#server/shop/plan.ts'
import type { Preview } from '#shared/admin/api.ts'
import type { Acts, Downloads, Reads, Uploads } from '#shared/admin/declare.ts'
import type { Role } from '#shared/admin/members.ts'
import type { ShownMail } from '#shared/admin/messages.ts'
import type { AdminDependencies } from './dependencies.ts'
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
	kind: 'read' | 'act' | 'file' | 'upload'
	/** Whether an act needs a reason. */
	needsReason: boolean
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
	{ kind, input, output }: Reads<Input, Output>,
	{ read, sensitive = false, ...described }: Reading<z.output<Input>, z.input<Output>>,
): Operation {
	return {
		...described,
		kind,
		sensitive,
		needsReason: false,
		input,
		output,
		run: async ({ admin, member, sent }) => {
			const found = await orRefused(() => read(admin, parse(input, sent), member), notFound)
			return Response.json(output.parse(found))
		},
	}
}

interface Acting<Input, Output> extends Described {
	/** Whether a reason must be given. */
	needsReason?: boolean
	/**
	 * Returns what the act would do, as sentences (`will`), and a function that does it (`act`). In the transaction that makes the
	 * change, that function must call `recordAct` with `decided`, which says who did it, and it must compare again what the plan
	 * relied on. What it does outside the database comes after that transaction. Throws `DecisionError` if the act is not possible.
	 */
	plan: (admin: AdminDependencies, input: Input, decided: Decided, member: Member) => Promise<Plan<Output>>
}

const envelopeSchema = z.looseObject({
	preview: z.boolean().default(false),
	plan: z.string().max(100).optional(),
	reason: z.string().trim().max(1_000).default(''),
})

/**
 * Makes an operation that changes something. A request with `preview` only returns what the act would do. A request with the
 * `plan` of such a preview is refused if the act would now do something else.
 */
export function acting<Input extends z.ZodObject, Output extends z.ZodType>(
	{ kind, input, output }: Acts<Input, Output>,
	{ plan, sensitive = false, needsReason = false, ...described }: Acting<z.output<Input>, z.input<Output>>,
): Operation {
	return {
		...described,
		kind,
		sensitive,
		needsReason,
		input,
		output,
		run: async ({ name, admin, member, sent }) => {
			const envelope = envelopeSchema.safeParse(sent)
			if (!envelope.success) throw notAsExpected(envelope.error)
			const { preview, plan: expected, reason, ...own } = envelope.data
			const given = parse(input, own)
			if (needsReason && !preview && reason === '')
				throw new AppError('validation_failed', 400, 'Say why: this needs a reason.')
			const begin = async (from: AdminDependencies) => {
				const execution = await nextExecution(admin.database, name, given)
				const decided = { by: member.name, staffId: member.id, reason: reason || undefined, execution }
				const planned = await plan(from, given, decided, member)
				return { ...planned, hash: hashOf([planned.will, planned.basis, execution.turn]) }
			}
			const show = async (): Promise<Preview> => {
				const { will, hash, mail, act } = await begin(rehearsalOf(admin))
				if (will.length > 0) await rehearse(act)
				return { will, plan: hash, ...(mail === undefined ? {} : { mail: await showMail(mail) }) }
			}
			const changed = async (cause: PlanChanged) =>
				new AppError('plan_changed', 409, cause.message, { cause, details: { ...(await show()) } })
			return await orRefused(async () => {
				if (preview) return Response.json(await show())
				const { hash, act } = await begin(admin)
				if (expected !== undefined && expected !== hash) throw await changed(new PlanChanged())
				const done = await act().catch(async (error: unknown) => {
					throw error instanceof PlanChanged ? await changed(error) : error
				})
				return Response.json(output.parse(done))
			})
		},
	}
}

/** Returns the dependencies for a preview, with which nothing can be changed. */
function rehearsalOf(admin: AdminDependencies): AdminDependencies {
	const nothing = async () => {}
	return {
		...admin,
		database: forRehearsal(admin.database),
		files: { ...admin.files, put: nothing, remove: nothing },
		rateLimits: { consume: nothing, giveBack: nothing },
	}
}

/** A file to download. It is sent while it is being read. */
export interface File {
	name: string
	contentType: string
	/** How many rows it has, so that a page can show progress. */
	rows?: number
	content: AsyncIterable<string | Uint8Array>
}

interface Downloading<Input> extends Described {
	/** Opens the file, and records with `recordAct` that it was downloaded. */
	open: (admin: AdminDependencies, input: Input, decided: Decided, member: Member) => Promise<File>
}

/** Makes an operation that answers with a file. */
export function downloading<Input extends z.ZodObject>(
	{ kind, input }: Downloads<Input>,
	{ open, sensitive = false, ...described }: Downloading<z.output<Input>>,
): Operation {
	return {
		...described,
		kind,
		sensitive,
		needsReason: false,
		input,
		output: undefined,
		run: async ({ admin, member, sent }) => {
			const decided = { by: member.name, staffId: member.id, reason: undefined }
			const file = await orRefused(() => open(admin, parse(input, sent), decided, member))
			return new Response(bytesOf(file.content), {
				headers: {
					'content-type': file.contentType,
					'content-disposition': `attachment; filename="${file.name}"`,
					...(file.rows === undefined ? {} : { 'x-rows': String(file.rows) }),
				},
			})
		},
	}
}

interface Uploading<Input, Output> extends Described {
	/** Stores the file, of at most `largestFileBytes`. Customers see nothing of it until an act publishes it. */
	receive: (
		admin: AdminDependencies,
		input: Input,
		bytes: AsyncIterable<Uint8Array>,
		decided: Decided,
	) => Promise<Output>
}

/** Makes an operation that receives a file as the body of its request. */
export function uploading<Input extends z.ZodObject, Output extends z.ZodType>(
	{ kind, input, output }: Uploads<Input, Output>,
	{ receive, sensitive = false, ...described }: Uploading<z.output<Input>, z.input<Output>>,
): Operation {
	return {
		...described,
		kind,
		sensitive,
		needsReason: false,
		input,
		output,
		run: async ({ admin, member, sent, request }) => {
			const decided = { by: member.name, staffId: member.id, reason: undefined }
			const given = parse(input, sent)
			const bytes = readChunks(request, largestFileBytes)
			return await orRefused(async () =>
				Response.json(output.parse(await receive(admin, given, bytes, decided))),
			)
		},
	}
}

/** Reads no faster than the caller downloads, and stops if they disconnect. */
function bytesOf(content: AsyncIterable<string | Uint8Array>): ReadableStream {
	const parts = content[Symbol.asyncIterator]()
	const encoder = new TextEncoder()
	return new ReadableStream({
		pull: async (controller) => {
			const { done, value } = await parts.next()
			if (done === true) controller.close()
			else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
		},
		cancel: async () => void (await parts.return?.()),
	})
}

function parse<Input extends z.ZodObject>(schema: Input, sent: unknown): z.output<Input> {
	const parsed = schema.safeParse(sent)
	if (parsed.success) return parsed.data
	throw notAsExpected(parsed.error)
}

function notAsExpected(error: z.ZodError): AppError {
	const [issue] = error.issues
	const where = issue?.path.join('.') ?? ''
	return new AppError(
		'validation_failed',
		400,
		`${where === '' ? '' : `${where}: `}${issue?.message ?? 'not as expected'}`,
		{ ...(where === '' ? {} : { details: { field: where } }), cause: error },
	)
}

const refused = { code: 'decision_refused', status: 409 } as const
/** What a read refuses doesn't exist. */
const notFound = { code: 'not_found', status: 404 } as const

/** Turns a `DecisionError` into a refusal with its message, which is written for the owner. */
async function orRefused<T>(
	work: () => Promise<T>,
	as: typeof refused | typeof notFound = refused,
): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!(error instanceof DecisionError)) throw error
		throw new AppError(as.code, as.status, error.message, { cause: error })
	}
}

/**
 * Prepares an email for a page that may load nothing: embeds the pictures, removes the targets of links and returns the
 * stylesheet separately.
 */
export async function showMail({ subject, text, html, pictures = [] }: Mail): Promise<ShownMail> {
	let shown = html.replaceAll(/ href="[^"]*"/g, '')
	for (const { cid, contentType, path } of pictures) {
		const content = (await readFile(path)).toString('base64')
		shown = shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content}`)
	}
	const [whole = '', styles = ''] = /<style>(.*?)<\/style>/s.exec(shown) ?? []
	return { subject, text, html: shown.replace(whole, ''), styles }
}
