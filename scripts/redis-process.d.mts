export function hasRedis(): boolean;
export function freePort(): Promise<number>;

export class RedisProcess {
  static start(options?: { readonly password?: string; readonly words?: readonly string[] }): Promise<RedisProcess>;
  readonly folder: string;
  readonly port: number;
  readonly url: string;
  up(): Promise<void>;
  down(signal?: "SIGKILL" | "SIGTERM"): Promise<void>;
  end(): void;
  forget(): Promise<void>;
  close(): Promise<void>;
}
