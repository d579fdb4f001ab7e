import { type Actor, can } from '@almanac/auth';

/** The addresses that the text editor of a form asks, for the template `textarea`; without the right to upload, it takes no images. */
export const textEditor = (actor: Actor) => ({
  blocks: '/events/community/text-blocks',
  images: can(actor, 'image-create-all') && '/events/community/text-images',
});
