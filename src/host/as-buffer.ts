/** Returns the same bytes, with the methods of a Buffer. Types that others see have none: without those of Node, it has no name. */
export function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
