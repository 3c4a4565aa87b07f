namespace S7OpcBridge.Cluster.Tables;

/// <summary>A silo in the stored table. Times are those of the store's clock.</summary>
/// <param name="Silo">Address with generation, as Orleans writes it: <c>10.0.0.11:11111@154003000</c>.</param>
/// <param name="Node">The node's name.</param>
/// <param name="Status">Orleans' name of the status.</param>
/// <param name="Host">Name of the machine.</param>
/// <param name="Started">When it started.</param>
/// <param name="Suspects">Who could not reach it, and when.</param>
/// <param name="Ended">When it left or was declared dead; null: it has not, or a node of an earlier version wrote the row.</param>
internal sealed record MemberRow(
    string Silo,
    string Node,
    string Status,
    string Host,
    DateTime Started,
    IReadOnlyList<Suspicion> Suspects,
    DateTime? Ended = null
);

/// <summary>A silo's vote that another is dead.</summary>
internal sealed record Suspicion(string By, DateTime At);
