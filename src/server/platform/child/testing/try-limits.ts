import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { ChildWork } from '../run-limited.ts'
import { UnreadableFile } from '../unreadable-file.ts'

interface Attempt {
	does: string
	value?: string
}

/** Does what the tests of the limits ask for. */
export const work: ChildWork<Attempt, unknown> = async ({ does, value = '' }, files) => {
	switch (does) {
		case 'turn around':
			return {
				output: { sizes: files.map(({ length }) => length) },
				files: files.map((bytes) => bytes.toReversed()),
			}
		case 'refuse':
			throw new UnreadableFile(value)
		case 'run on':
			for (;;);
		case 'fill the heap': {
			const kept: string[][] = []
			for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${kept.length} ${index}`))
		}
		case 'fill buffers': {
			const kept: Buffer[] = []
			for (;;) kept.push(Buffer.alloc(1 << 20, kept.length))
		}
		case 'return much':
			return { output: {}, files: [new Uint8Array(Number(value))] }
		case 'return something else':
			return { output: { sizes: 'many' } }
		case 'exit':
			return process.exit(0)
		case 'crash':
			return process.abort()
		case 'print':
			console.log(value.repeat(10_000))
			return { output: { sizes: [] } }
		case 'environment':
			return { output: { seen: Reflect.ownKeys(Reflect.get(process, 'env')) } }
		case 'read':
			return { output: { seen: attempt(() => readFileSync(value, 'utf8')) } }
		case 'write':
			return { output: { seen: attempt(() => writeFileSync(value, 'x')) } }
		case 'start a program':
			return { output: { seen: attempt(() => execFileSync('/bin/true')) } }
		case 'connect':
			return { output: { seen: await connected(Number(value)) } }
	}
	throw new Error('there is no such attempt')
}

function attempt(work: () => unknown): string {
	try {
		work()
		return 'done'
	} catch (error) {
		return error instanceof Error && 'code' in error ? String(error.code) : String(error)
	}
}

function connected(port: number): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			resolve('done')
			socket.destroy()
		}).on('error', (error) => resolve(error.name))
	})
}
