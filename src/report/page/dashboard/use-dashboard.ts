import { useEffect, useState } from "preact/hooks";
import type { DashboardState } from "../../dashboard-state.js";

/** `lost`: the server ended, and starts with another link. */
export type Connection = "connecting" | "open" | "lost";

/** The state as the server sends it, whenever it changes. */
export function useDashboard(): { readonly state: DashboardState | null; readonly connection: Connection } {
  const [state, setState] = useState<DashboardState | null>(null);
  const [connection, setConnection] = useState<Connection>("connecting");
  useEffect(() => {
    const source = new EventSource("events");
    source.onopen = () => setConnection("open");
    source.onerror = () => setConnection("lost");
    source.onmessage = ({ data }) => setState(JSON.parse(data));
    return () => source.close();
  }, []);
  return { state, connection };
}
