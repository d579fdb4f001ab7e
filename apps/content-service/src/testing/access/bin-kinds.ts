import type { Kind } from '@almanac/testing';
import { numberAt } from '../answers';
import type { ContentWorld } from './kinds';

/** A book in the recycle bin. Who may not manage the bin hears nothing of it, so none is hidden. */
export const deletion: Kind<ContentWorld> = {
  async visible({ app, admin }) {
    const api = app.api.as(admin);
    const { id, name } = await app.given.book();
    await api.delete(`/api/books/${id}`);
    const { body } = await api.get(`/api/recycle-bin?filter[deletable_type]=book&filter[deletable_id]=${id}`);
    const deletionId = numberAt(body, 'data.0.id');
    return { name, id: deletionId, deletionId };
  },
};
