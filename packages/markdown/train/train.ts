// Trains the block model and writes src/extract/model/model.json: `node packages/markdown/train/train.ts --pages DIR`.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chooseBlocks } from '../src/extract/choose/expected-score.ts'
import { featureNames, featurePrint } from '../src/extract/features/features.ts'
import type { ModelFile } from '../src/extract/model/model.ts'
import { packForests, packKindTable, packWords } from '../src/extract/model/packing.ts'
import { blockGrowth, predictAside, trainBlocks } from './block-model.ts'
import { readExamples, tuneFolds } from './examples.ts'
import { HELD_ASIDE, pagesFolder, readPages } from './pages.ts'
import { mean, scoreChoice } from './score.ts'

const { values: args } = parseArgs({
  options: {
    pages: { type: 'string' },
    /** Leaves the figures across folds out. */ quick: { type: 'boolean', default: false },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const pages = readPages(pagesFolder(args.pages)).filter(({ fold }) => fold !== HELD_ASIDE)
const { examples, lesson } = readExamples(pages)
say(`${examples.length} pages, ${examples.reduce((sum, { labels }) => sum + labels.length, 0)} blocks`)

const width = featureNames.length

const model: ModelFile = {
  features: featurePrint(),
  words: {
    names: packWords(lesson.wordScores.names),
    texts: packWords(lesson.wordScores.texts),
    headings: packWords(lesson.wordScores.headings),
  },
  marks: packKindTable(lesson.marks.marks, lesson.marks.weights),
  kinds: packForests(lesson.kindForests),
  blocks: packForests([trainBlocks(examples, width, blockGrowth)]),
}
const file = new URL('../src/extract/model/model.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(model, null, 2)}\n`)
say(`written: ${file.pathname}`)
if (!args.quick) report('across folds', predictAside(examples, width, blockGrowth, tuneFolds))

function report(stage: string, byPage: ReadonlyMap<string, Float32Array>): void {
  const scores = examples.map((example) => {
    const own = byPage.get(example.id) ?? new Float32Array(example.labels.length)
    const { cutoff } = chooseBlocks(own, example.words)
    const hasTruth = example.truth.length > 0
    return { type: example.type, hasTruth, ...scoreChoice(example, (block) => (own[block] ?? 0) >= cutoff) }
  })
  const marked = scores.filter(({ hasTruth }) => hasTruth)
  say(`${stage}: word F1 ${mean(scores.map(({ f1 }) => f1)).toFixed(4)} of ${scores.length} pages`)
  say(`  without those whose truth is empty: ${mean(marked.map(({ f1 }) => f1)).toFixed(4)}`)
  for (const [type, own] of Map.groupBy(marked, (score) => score.type))
    say(`  ${type.padEnd(14)} ${mean(own.map(({ f1 }) => f1)).toFixed(4)}  of ${own.length} pages`)
}
