import { crud, endpoint, type Group } from '../endpoint';

const IMAGE = 'image_extension mimes:jpeg,png,gif,webp,avif max:50000';

export const ATTACHMENTS: Group = {
  name: 'attachments',
  about: 'An attachment is a file or a link that belongs to a page. Files are sent as multipart/form-data.',
  endpoints: crud('attachments', 'an attachment', 'attachments', {
    create: {
      name: 'required string min:1 max:255',
      uploaded_to: 'required integer exists:pages,id',
      file: 'required_without:link file max:50000',
      link: 'required_without:file string min:1 max:2000 safe_url',
    },
    update: {
      name: 'string min:1 max:255',
      uploaded_to: 'integer exists:pages,id',
      file: 'file max:50000',
      link: 'string min:1 max:2000 safe_url',
    },
  }),
};

export const COMMENTS: Group = {
  name: 'comments',
  about:
    'A comment belongs to a page. `local_id` counts the comments of that page; replies name the one that they answer by it.',
  endpoints: crud('comments', 'a comment', 'comments', {
    create: {
      page_id: 'required integer',
      reply_to: 'nullable integer',
      html: 'required string max:50000',
      content_ref: 'string max:2000',
    },
    update: { html: 'string max:50000', archived: 'boolean' },
  }),
};

export const IMAGE_GALLERY: Group = {
  name: 'image-gallery',
  about: 'Images and drawings of pages. Who sees the page sees its images.',
  endpoints: [
    ...crud('image-gallery', 'an image', 'images', {
      create: {
        type: 'required string in:gallery,drawio',
        uploaded_to: 'required integer',
        image: `required file ${IMAGE}`,
        name: 'string max:180',
      },
      update: { name: 'string max:180', image: `file ${IMAGE}` },
    }),
    endpoint('GET', '/api/image-gallery/{id}/data', 'read-data', 'Read the bytes of an image.'),
    endpoint(
      'GET',
      '/api/image-gallery/{id}/original',
      'read-original',
      'Read an image as it was uploaded, if originals are kept. Only for callers who may change it.',
    ),
    endpoint(
      'GET',
      '/api/image-gallery/url/data',
      'read-data-for-url',
      'Read the bytes of the image that the query parameter `url` names.',
    ),
  ],
};

export const IMPORTS: Group = {
  name: 'imports',
  about: 'A ZIP export that was uploaded and waits to be imported.',
  endpoints: [
    endpoint('GET', '/api/imports', 'list', 'List the imports that wait.'),
    endpoint(
      'POST',
      '/api/imports',
      'create',
      'Upload, check and keep a ZIP file, as multipart/form-data. It is not imported yet.',
      {
        file: 'required file max:50000',
      },
    ),
    endpoint('GET', '/api/imports/{id}', 'read', 'Read an import with what its ZIP file holds.'),
    endpoint(
      'POST',
      '/api/imports/{id}',
      'run',
      'Import it. A chapter or a page needs a parent. An import that takes long, or comes with `Prefer: respond-async`, is answered with 202 and the address of its run.',
      { parent_type: 'string in:book,chapter', parent_id: 'int' },
    ),
    endpoint(
      'GET',
      '/api/imports/{id}/run',
      'read-run',
      'Read how far the run of an import is, and what came of it. It is kept for 7 days.',
    ),
    endpoint(
      'DELETE',
      '/api/imports/{id}/run',
      'cancel-run',
      'Cancel the run of an import. Nothing of it will be there, and it can be run again.',
    ),
    endpoint('DELETE', '/api/imports/{id}', 'delete', 'Delete an import that waits.'),
  ],
};
