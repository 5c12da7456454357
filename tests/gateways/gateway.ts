/** Where a gateway runs: its own folder, its port, and the port of the server behind it. */
export interface Place {
  readonly folder: string;
  readonly port: number;
  readonly back: number;
}

/** What every gateway of the bed can be told in the same words. */
export interface ClientStyle {
  /** The only version of TLS that it speaks; without one it speaks plain HTTP. */
  readonly tls?: '1.2' | '1.3';
  /** Whether it wants a certificate of the client. */
  readonly clientCertificates?: true;
  /** A path in front of those of the server, which it takes away. */
  readonly prefix?: string;
}

/** A gateway as one row configures it. */
export interface Gateway {
  readonly program: string;
  readonly style: ClientStyle;
  /** What its configuration file contains. */
  readonly configuration: (place: Place) => string;
  /** Its arguments, for a configuration in this file. */
  readonly args: (file: string, place: Place) => readonly string[];
  /** Whether the run reaches the server through it as HTTP_PROXY and HTTPS_PROXY say, instead of calling it by its address. */
  readonly isForwardProxy?: true;
}

/** Names of the files in the folder of a gateway that runs with TLS. */
export const files = {
  authority: 'authority.pem',
  certificate: 'certificate.pem',
  key: 'key.pem',
  /** Certificate and key in one. */
  pair: 'pair.pem',
} as const;
