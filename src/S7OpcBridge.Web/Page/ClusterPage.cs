namespace S7OpcBridge.Web.Page;

/// <summary>The cluster as this node sees it.</summary>
/// <param name="State">Nodes, PLCs and links.</param>
/// <param name="ServiceLevel">The service level that clients of this node see, 0 to 255.</param>
/// <param name="Troubles">What is wrong, a sentence each.</param>
internal sealed record ClusterPage(ClusterState State, byte ServiceLevel, IReadOnlyList<string> Troubles)
{
    /// <summary>The present state; null: there is no cluster, or this node begins to join.</summary>
    public static ClusterPage? From(BridgeView view) =>
        view.Cluster() is { } state ? new ClusterPage(state, view.Server.Figures().ServiceLevel, state.Troubles()) : null;
}
