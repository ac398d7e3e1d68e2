/** A request that is not answered, for a reason that is not in its recipe. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** A status code of HTTP. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
