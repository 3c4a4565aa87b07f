namespace S7OpcBridge.Web.Page;

/// <summary>The connected OPC UA clients.</summary>
/// <param name="Sessions">The sessions in the order of their creation.</param>
/// <param name="Waiting">Number of subscriptions without a session, kept for their clients to return.</param>
/// <param name="MemoryBytes">Memory held for all clients together, in bytes.</param>
/// <param name="MostMemoryBytes">Limit of that memory, in bytes.</param>
/// <param name="Dialled">The clients that the server dials; null: the map names none.</param>
internal sealed record ClientList(
    IReadOnlyList<SessionRow> Sessions,
    int Waiting,
    long MemoryBytes,
    long MostMemoryBytes,
    IReadOnlyList<DialledClient>? Dialled
)
{
    public static ClientList From(BridgeView view)
    {
        var (sessions, figures) = (view.Server.Sessions(), view.Server.Figures());
        var served = sessions.Sum(session => session.Subscriptions.Count);
        var dialled = view.Server.ReverseConnections();
        return new ClientList(
            sessions,
            Math.Max(0, figures.Subscriptions - served),
            figures.ClientMemory.Taken,
            figures.ClientMemory.Most,
            dialled.Count == 0 ? null : [.. dialled.Select(client => DialledClient.From(client, view.Time.GetUtcNow()))]
        );
    }
}
