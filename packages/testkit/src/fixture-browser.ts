// `Browser` for tests: asks the case's exchanges for the address and answers the same small image or document every time.
import type { Browser, Http } from '@kiosk/catalog'

/** Redirects that a browser follows. */
const REDIRECTS = 20

/** One pixel, and one empty page. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const JPEG = [
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////',
  '////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
].join('')
const PDF = [
  'JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUg',
  'L1BhZ2VzIC9LaWRzIFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAg',
  'UiAvTWVkaWFCb3ggWzAgMCA3MiA3Ml0gPj4KZW5kb2JqCnhyZWYKMCA0CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAwOSAw',
  'MDAwMCBuIAowMDAwMDAwMDU4IDAwMDAwIG4gCjAwMDAwMDAxMTUgMDAwMDAgbiAKdHJhaWxlcgo8PCAvU2l6ZSA0IC9Sb290IDEg',
  'MCBSID4+CnN0YXJ0eHJlZgoxODQKJSVFT0YK',
].join('')

/** @param http of the same case: the page is its answer, after redirects */
export function fixtureBrowser(http: Http): Browser {
  const open = async (url: string) => (await http.send({ url, agent: 'browser', redirects: REDIRECTS })).url
  return {
    async screenshot({ url, width, height, encoding }) {
      const finalUrl = await open(url)
      return { base64: encoding.format === 'png' ? PNG : JPEG, width, height, finalUrl }
    },
    async pdf({ source }) {
      if ('url' in source) await open(source.url)
      return { base64: PDF, pages: 1 }
    },
  }
}
