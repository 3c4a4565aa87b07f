namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// The servers that show the same nodes and values as this one (10000-4, 6.6.2): a non-transparent set in mode Hot, in which each server has its own address,
/// ApplicationUri and certificate, and clients choose by ServiceLevel. Immutable.
/// </summary>
public sealed record RedundantSet
{
    /// <summary>
    /// Gives all servers of the set; this one must be among them. Called at each read and each FindServers, from any thread, so it must be fast. The order is
    /// that of ServerUriArray and RedundantServerArray, and should be the same on all servers.
    /// </summary>
    public required Func<IReadOnlyList<RedundantServer>> Servers { get; init; }

    /// <summary>How long after its end a stopped server is back, for EstimatedReturnTime; not negative.</summary>
    public TimeSpan ReturnsAfter { get; init; } = TimeSpan.FromMinutes(1);
}

/// <summary>A server of a redundant set.</summary>
/// <param name="ApplicationUri">Its ApplicationUri, unique in the set.</param>
/// <param name="Name">Its name, which clients show.</param>
/// <param name="DiscoveryUrls">URLs by which clients reach it.</param>
/// <param name="ServiceLevel">How well it can serve, 0 to 255 (10000-4, 6.6.2.4.2). For this server, its own present level is shown instead.</param>
/// <param name="State">Its state; for this server, its own present state is shown instead.</param>
public sealed record RedundantServer(
    string ApplicationUri,
    string Name,
    IReadOnlyList<string> DiscoveryUrls,
    byte ServiceLevel,
    ServerState State = ServerState.Running
);
