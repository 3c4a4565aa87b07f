using System.Net;

namespace S7OpcBridge.Map;

/// <summary>How this node takes part in a cluster: several machines that run the same PLCs, each PLC read by one of them. Immutable.</summary>
public sealed record ClusterSettings
{
    /// <summary>Name of the cluster, the same on all nodes.</summary>
    public required string Name { get; init; }

    /// <summary>Name of this node, unique in the cluster; the <c>owner</c> of a PLC refers to it.</summary>
    public required string Node { get; init; }

    /// <summary>Address and port of this machine on which the other nodes connect; the address may be that of all interfaces.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>Name or address and port under which the other nodes reach this one.</summary>
    public required DnsEndPoint Advertise { get; init; }

    /// <summary>The secret that all nodes share, read from its file: at least <see cref="ShortestSecret"/> characters.</summary>
    public required string Secret { get; init; }

    /// <summary>Where the list of nodes is kept.</summary>
    public required ClusterMembers Members { get; init; }

    /// <summary>True: OPC UA clients are told of the other nodes as a redundant set (10000-4, 6.6), in mode Hot.</summary>
    public bool IsHot { get; init; } = true;

    /// <summary>Fewest characters of the secret.</summary>
    public const int ShortestSecret = 16;

    /// <summary>All settings on one line without the secret and without what connects to the store, to detect changes on a reload.</summary>
    public override string ToString() =>
        $"{Name}, node {Node} at {Listen}, reached at {Advertise.Host}:{Advertise.Port}, members in {Members.Store.ToString().ToLowerInvariant()}"
        + (IsHot ? ", hot" : "");
}

/// <summary>Where the list of nodes is kept.</summary>
/// <param name="Store">The kind of store.</param>
/// <param name="Connection">Npgsql's connection string, StackExchange.Redis' configuration, or HOST:PORT of the witness. It may contain a password.</param>
public sealed record ClusterMembers(ClusterStore Store, string Connection)
{
    /// <summary>The kind of store; the connection is left out, because it may contain a password.</summary>
    public override string ToString() => Store.ToString();
}

/// <summary>The kinds of stores for the list of nodes.</summary>
public enum ClusterStore
{
    /// <summary>A PostgreSQL database.</summary>
    Postgres,

    /// <summary>A Redis server with persistence.</summary>
    Redis,

    /// <summary>A process <c>s7opcbridge witness</c> on a third machine.</summary>
    Witness,
}
