using System.Globalization;
using System.Text.Json.Serialization;

namespace S7OpcBridge.Web;

/// <summary>The cluster as this node sees it at one moment, for <c>cluster status</c>, the status page, metrics and the service level.</summary>
/// <param name="Name">Name of the cluster.</param>
/// <param name="Node">Name of this node.</param>
/// <param name="View">Version of the list of nodes; grows with every change.</param>
/// <param name="MapHash">Hash of what this node reads: PLCs, scan classes and tags.</param>
/// <param name="Fence">Why this node must not talk to any PLC now, as the end of a sentence without its full stop; null: it may.</param>
/// <param name="Store">Where the list of nodes is kept: postgres, redis or witness.</param>
/// <param name="StoreFault">Why the list of nodes cannot be reached now; null: it can.</param>
/// <param name="Nodes">All members, this node among them, ordered by name.</param>
/// <param name="Plcs">The PLCs, in the order of the map.</param>
/// <param name="Links">The connections to the other nodes.</param>
/// <param name="Missing">Nodes that ought to be members and are not; null: the answer of an earlier version, which does not tell.</param>
public sealed record ClusterState(
    string Name,
    string Node,
    long View,
    string MapHash,
    string? Fence,
    string Store,
    string? StoreFault,
    IReadOnlyList<ClusterNodeState> Nodes,
    IReadOnlyList<ClusterPlc> Plcs,
    IReadOnlyList<ClusterLink> Links,
    IReadOnlyList<ClusterMissingNode>? Missing = null
)
{
    /// <summary>PLCs that this node reads.</summary>
    [JsonIgnore]
    public int OwnPlcs => Plcs.Count(plc => plc.Owner == Node && Fence is null);

    /// <summary>PLCs whose values do not reach this node.</summary>
    [JsonIgnore]
    public int MissingPlcs => Fence is null ? Plcs.Count(plc => !plc.IsServed) : Plcs.Count;

    /// <summary>How many nodes ought to be members: those that are, and those that are missing.</summary>
    [JsonIgnore]
    public int ExpectedNodes => Nodes.Count + (Missing?.Count ?? 0);

    /// <summary>What is wrong, a sentence each; empty: nothing.</summary>
    public IReadOnlyList<string> Troubles()
    {
        var troubles = new List<string>();
        if (Fence is not null)
            troubles.Add($"Node {Node} does not talk to any PLC: {Fence}.");
        if (StoreFault is not null)
            troubles.Add(
                $"The list of nodes in {Store} cannot be reached ({StoreFault}): values go on, but no node can join, and none takes over from "
                    + "another."
            );
        foreach (var node in Missing ?? [])
            troubles.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Node {node.Name} is missing since {node.Since:yyyy-MM-dd HH:mm:ss} UTC: start it, or, "
                        + $"if it left for good, 's7opcbridge cluster forget {node.Name}'."
                )
            );
        foreach (var node in Nodes.Where(node => node.MapHash is not null && node.MapHash != MapHash))
            troubles.Add($"Node {node.Name} runs another map ({node.MapHash}, here {MapHash}); give both the same files.");
        foreach (var group in Plcs.Where(plc => !plc.IsServed && Fence is null).GroupBy(plc => plc.Owner))
            troubles.Add($"{(group.Key is null ? "No node reads" : $"No values arrive from node {group.Key} for")} {Few(group)}.");
        return troubles;
    }

    private static string Few(IEnumerable<ClusterPlc> plcs)
    {
        const int Most = 5;
        var names = plcs.Select(plc => plc.Plc).ToArray();
        return names.Length <= Most
            ? string.Join(", ", names)
            : $"{string.Join(", ", names.Take(Most))} and {names.Length - Most} more PLCs";
    }
}

/// <summary>A member of the cluster.</summary>
/// <param name="Address">Address and port for the other nodes.</param>
/// <param name="MapHash">Hash of what it reads; null: it has not told it yet.</param>
/// <param name="ApplicationUri">ApplicationUri of its OPC UA server; null: it has not told it yet.</param>
/// <param name="Server">Name of its OPC UA server.</param>
/// <param name="Urls">URLs of its OPC UA server.</param>
/// <param name="ServiceLevel">Its service level as last told, 0 to 255.</param>
/// <param name="IsReached">True: it answered lately; always true for this node.</param>
public sealed record ClusterNodeState(
    string Name,
    string Address,
    string? MapHash,
    string? ApplicationUri,
    string? Server,
    IReadOnlyList<string> Urls,
    byte ServiceLevel,
    bool IsReached
);

/// <summary>A node that ought to be a member: it was one in the last seven days.</summary>
/// <param name="Address">Address and port under which the other nodes reached it.</param>
/// <param name="Since">When it left or was declared dead.</param>
public sealed record ClusterMissingNode(string Name, string Address, DateTimeOffset Since);

/// <summary>A PLC of the map.</summary>
/// <param name="Plc">Its name.</param>
/// <param name="Owner">The node that reads it; null: none.</param>
/// <param name="IsPinned">True: the map names the node.</param>
/// <param name="IsServed">True: this node reads it, or its values arrive here.</param>
public sealed record ClusterPlc(string Plc, string? Owner, bool IsPinned, bool IsServed);

/// <summary>The connection to another node. Counters start at zero with the process.</summary>
/// <param name="Node">The other node.</param>
/// <param name="SentValues">Values sent to it.</param>
/// <param name="ReceivedValues">Values received from it.</param>
/// <param name="SentBatches">Batches sent to it.</param>
/// <param name="Snapshots">Complete images received from it, each after a connect or a gap.</param>
/// <param name="Coalesced">Values that a newer one replaced before they could be sent, because the other node was slow.</param>
/// <param name="Lag">How old its newest batch was on arrival, in seconds; 0: none arrived yet.</param>
public sealed record ClusterLink(
    string Node,
    long SentValues,
    long ReceivedValues,
    long SentBatches,
    long Snapshots,
    long Coalesced,
    double Lag
);
