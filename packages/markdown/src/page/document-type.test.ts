import { describe, expect, test } from 'vitest'
import { documentType } from './document-type.ts'

const URL = 'https://example.test/x'
const bytes = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('pages', () => {
  test.each([
    ['text/html', '<p>Hello'],
    ['Text/HTML; Charset=utf-8', 'Hello'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['application/xml', '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['text/html', '\ufeff<!doctype html>'],
    ['text/html', '<!-- <rss> --><p>x'],
    ['text/html', '{ this is no JSON }'],
    ['text/html', 'GIF89a is a format of images.'],
    [undefined, '  \n<!DOCTYPE HTML><title>x'],
    [undefined, '<!-- a comment --><p>x'],
    ['unknown/unknown', '<div>x</div>'],
    ['html', '<html><body>x'],
    ['', '<body>x'],
    // Two headers: the last one that is a media type counts.
    ['text/plain, text/html', '<p>x'],
  ])('%s: %s', (type, text) => {
    expect(documentType(bytes(text), type, URL)).toEqual({ kind: 'html' })
  })
})

describe('texts', () => {
  test.each([
    ['text/plain', '<html> as source', false],
    ['text/plain; charset=utf-16le', '\ufeffwide', false],
    ['text/plain', '{"a": 1}', false],
    [undefined, 'Just words.', false],
    [undefined, 'ID3 tags name songs.', false],
    ['text/markdown; charset=utf-8', '# Title', true],
    ['text/x-markdown', 'Title', true],
  ])('%s: %s', (type, text, isMarkdown) => {
    expect(documentType(bytes(text), type, URL)).toEqual({ kind: 'text', isMarkdown })
  })

  test('a Markdown file that is served as plain text', () => {
    const markdown = { kind: 'text', isMarkdown: true }
    expect(documentType(bytes('# Title'), 'text/plain', 'https://example.test/README.md?raw=1')).toEqual(markdown)
    expect(documentType(bytes('# Title'), undefined, 'https://example.test/a/NOTES.markdown')).toEqual(markdown)
  })

  test('UTF-16 is no binary file', () => {
    expect(documentType(latin1('\xff\xfea\0b\0'), 'text/plain', URL)).toEqual({ kind: 'text', isMarkdown: false })
  })
})

describe('other documents', () => {
  test.each([
    ['application/pdf', '%PDF-1.7', 'a PDF document'],
    ['text/html', '%PDF-1.7', 'a PDF document'],
    [undefined, '%PDF-1.7', 'a PDF document'],
    ['text/plain', '\x89PNG\r\n\x1a\n\0\0', 'an image (png)'],
    ['text/plain', 'words and \0\x01\x02 bytes', 'a binary file'],
    ['text/markdown', 'PK\x03\x04', 'a ZIP archive'],
    ['image/svg+xml', '<svg/>', 'an SVG image'],
    ['image/webp', 'RIFF', 'an image (webp)'],
    [undefined, 'RIFF\x01\x02\x03\x04WEBPVP8 ', 'an image (webp)'],
    [undefined, '\0\0\0\x18ftypmp42', 'a video (mp4)'],
    ['audio/mpeg', 'ID3', 'an audio file (mpeg)'],
    ['application/json; charset=utf-8', '{}', 'a JSON document'],
    ['application/problem+json', '{}', 'a JSON document'],
    ['text/html', ' {"error": "no such page"}\n', 'a JSON document'],
    ['text/html', '[1, 2]', 'a JSON document'],
    ['application/rss+xml', '<rss/>', 'an RSS feed'],
    ['text/html', '<?xml version="1.0"?><rss version="2.0">', 'an RSS feed'],
    ['text/xml', '<?xml version="1.0"?><!-- x --><feed xmlns="http://www.w3.org/2005/Atom">', 'an Atom feed'],
    ['application/xml', '<?xml version="1.0"?><urlset>', 'an XML document'],
    [undefined, '<?xml version="1.0"?><rdf:RDF>', 'an RDF feed'],
    ['text/csv', 'a,b', 'a CSV file'],
    ['application/octet-stream', '<p>x', 'a binary file'],
    ['application/vnd.example', 'x', 'a document of type application/vnd.example'],
  ])('%s: %j is %s', (type, text, expected) => {
    expect(documentType(latin1(text), type, URL)).toEqual({ kind: 'other', type: expected })
  })
})
