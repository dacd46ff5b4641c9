export declare const services: readonly {
  readonly label: string;
  readonly limits: string;
  readonly source: string;
  readonly date: string;
}[];
export declare function servicesTable(): string;
