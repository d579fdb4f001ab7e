import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Places1763800000014 implements MigrationInterface {
  // Places are points on a globe of radius 1. Straight lines between them need no trigonometry for each row, and have no special cases
  // at the poles or the date line. The extension `cube` has an index for them, and database owners may install it themselves.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE EXTENSION IF NOT EXISTS cube SCHEMA public`);
    await q.query(`
      CREATE FUNCTION on_globe(latitude double precision, longitude double precision) RETURNS public.cube
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN public.cube(ARRAY[
        cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))])`);
    await q.query(`
      ALTER TABLE venues
        ADD geo_lat double precision CONSTRAINT venues_geo_lat_is_on_earth CHECK (geo_lat BETWEEN -90 AND 90),
        ADD geo_lng double precision CONSTRAINT venues_geo_lng_is_on_earth CHECK (geo_lng BETWEEN -180 AND 180),
        ADD place public.cube GENERATED ALWAYS AS (on_globe(geo_lat, geo_lng)) STORED,
        ADD CONSTRAINT venues_place_is_whole CHECK ((geo_lat IS NULL) = (geo_lng IS NULL))`);
    await q.query(`CREATE INDEX venues_place_idx ON venues USING gist (place)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE venues DROP place, DROP geo_lat, DROP geo_lng`);
    await q.query(`DROP FUNCTION on_globe(double precision, double precision)`);
  }
}
