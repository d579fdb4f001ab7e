/** A place in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Looks up the coordinates of an address. An abstract class so that Nest can inject it by its type. */
export abstract class Geocoder {
  /** Undefined for an unknown address. Never fails, because a venue is worth storing without coordinates. */
  abstract locate(address: string): Promise<Coordinates | undefined>;
}

/** Used unless the operator names a service: coordinates come only from callers. */
export class NoGeocoder extends Geocoder {
  locate(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
