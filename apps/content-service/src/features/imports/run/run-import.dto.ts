import { Explained } from '@almanac/openapi';
import { OneOf, RecordId, Required, Text } from '@almanac/validation';

/** Parent of an imported chapter or page; a book has none. */
@Explained<RunImportDto>({
  parent_type: 'Kind of the parent of a chapter or page',
  parent_id: 'Id of the parent',
})
export class RunImportDto {
  @Required({ hasFallback: true })
  @Text()
  @OneOf('book', 'chapter')
  parent_type!: 'book' | 'chapter';

  @Required({ hasFallback: true })
  @RecordId()
  parent_id!: number;
}
