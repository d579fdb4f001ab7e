/** A place in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Finds out where an address is. An abstract class so that Nest can inject it by its type. */
export abstract class Geocoder {
  /** Undefined when nobody knows; never fails, for a venue is worth storing without its place. */
  abstract locate(address: string): Promise<Coordinates | undefined>;
}

/** Unless the operator names a service: callers know the coordinates or there are none. */
export class NoGeocoder extends Geocoder {
  locate(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
