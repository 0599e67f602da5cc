/** The whole map as one picture, kept by the browser from one visit to the next: reading the drawing takes longer than
 * all the rest of opening a board. A browser that keeps nothing draws it again. */

const NAME = "bullrun-maps";
const MOST = 12;

/** A short name for a drawing; another drawing has another name. */
export function digest(...texts: string[]): string {
  let hash = 0x811c9dc5;
  for (const text of texts)
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

function address(name: string): string {
  return `/kept/${name}.webp`;
}

export async function recall(name: string): Promise<ImageBitmap | null> {
  try {
    const found = await (await caches.open(NAME)).match(address(name));
    return found ? await createImageBitmap(await found.blob()) : null;
  } catch {
    return null;
  }
}

export async function keep(name: string, canvas: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.92));
  if (!blob) return;
  try {
    const store = await caches.open(NAME);
    const old = await store.keys();
    for (const request of old.slice(0, Math.max(0, old.length - MOST + 1))) await store.delete(request);
    await store.put(address(name), new Response(blob));
  } catch {
    // Kept nowhere: the next visit draws it again.
  }
}
