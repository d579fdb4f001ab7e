/** Hand-written queries with the same results as GET /api/pages and GET /api/pages/{id}, for a caller who may view everything. */

const person = (column: string): string =>
  `(SELECT json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) FROM users person WHERE person.id = page.${column}) AS ${column}`;

export const READ_PAGE = `
  SELECT page.id, page.name, page.slug, page.created_at, page.updated_at, ${['created_by', 'updated_by', 'owned_by'].map(person).join(', ')},
    page.book_id, book.slug AS book_slug, page.chapter_id, page.priority, page.draft, page.template, page.revision_count, page.editor,
    content.html, content.markdown,
    (SELECT coalesce(json_agg(json_build_object('name', tag.name, 'value', tag.value, 'order', 0) ORDER BY tag.id), '[]')
      FROM tags tag WHERE tag.page_id = page.id) AS tags,
    (SELECT coalesce(json_agg(json_build_object('id', comment.id, 'local_id', comment.local_id, 'html', comment.html) ORDER BY comment.id), '[]')
      FROM comments comment WHERE comment.page_id = page.id) AS comments
  FROM pages page JOIN books book ON book.id = page.book_id JOIN page_contents content ON content.page_id = page.id
  WHERE page.id = $1 AND page.deleted_at IS NULL`;

export const LIST_PAGES = `
  SELECT page.id, page.name, page.slug, page.created_at, page.updated_at, page.created_by, page.updated_by, page.owned_by, page.book_id,
    page.chapter_id, page.priority, page.draft, page.template, page.revision_count, page.editor, book.slug AS book_slug
  FROM pages page JOIN books book ON book.id = page.book_id WHERE page.deleted_at IS NULL ORDER BY page.id LIMIT 100`;

export const COUNT_PAGES = `SELECT count(*)::int AS total FROM pages WHERE deleted_at IS NULL`;
