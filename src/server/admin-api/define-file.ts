import type { z } from 'zod'
import { readChunks } from '#server/platform/http/body.ts'
import { withRecord } from '#server/shop/owner-acts.ts'
import type { ActFacts, Recorded } from '#server/shop/plan.ts'
import type { Downloads, Uploads } from '#shared/admin/declare.ts'
import { largestFileBytes } from '#shared/largest-file.ts'
import type { AdminDependencies } from './dependencies.ts'
import { makeOperation, type Operation, orRefused, parse, type Recording } from './operation.ts'
import type { Member } from './require-member.ts'

/** A file to download. It is sent while it is being read. */
interface File {
	name: string
	contentType: string
	/** How many rows it has, so that a page can show progress. */
	rows?: number
	content: AsyncIterable<string | Uint8Array>
}

interface Download<Input> extends Recording {
	/** Opens the file. That it was downloaded is recorded before it is sent. */
	open: (admin: AdminDependencies, input: Input) => Promise<ActFacts & { file: File }>
}

/** Makes an operation that answers with a file. */
export function defineDownload<Input extends z.ZodObject>(
	contract: Downloads<Input>,
	{ open, ...declared }: Download<z.output<Input>>,
): Operation {
	return makeOperation(contract, declared, async ({ name, admin, member, sent }) => {
		const input = parse(contract.input, sent)
		const { file, ...facts } = await orRefused(() => open(admin, input))
		await withRecord(admin.database, stampOf(name, member), (recorded) =>
			recorded(async () => ({ ...facts, answer: null })),
		)
		return new Response(bytesOf(file.content), {
			headers: {
				'content-type': file.contentType,
				'content-disposition': `attachment; filename="${file.name}"`,
				...(file.rows === undefined ? {} : { 'x-rows': String(file.rows) }),
			},
		})
	})
}

interface Upload<Input, Output> extends Recording {
	/**
	 * Stores the file, of at most `largestFileBytes`, and says with `recorded` what it is. Customers see nothing of it until an act
	 * publishes it.
	 */
	receive: (
		admin: AdminDependencies,
		input: Input,
		upload: { bytes: AsyncIterable<Uint8Array>; by: string; recorded: Recorded },
	) => Promise<Output>
}

/** Makes an operation that receives a file as the body of its request. */
export function defineUpload<Input extends z.ZodObject, Output extends z.ZodType>(
	contract: Uploads<Input, Output>,
	{ receive, ...declared }: Upload<z.output<Input>, z.input<Output>>,
): Operation {
	return makeOperation(contract, declared, async ({ name, admin, member, sent, request }) => {
		const input = parse(contract.input, sent)
		const bytes = readChunks(request, largestFileBytes)
		return await orRefused(async () => {
			const stored = await withRecord(admin.database, stampOf(name, member), (recorded) =>
				receive(admin, input, { bytes, by: member.name, recorded }),
			)
			return Response.json(contract.output.parse(stored))
		})
	})
}

function stampOf(command: string, { id, name }: Member) {
	return { command, by: name, staffId: id }
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
