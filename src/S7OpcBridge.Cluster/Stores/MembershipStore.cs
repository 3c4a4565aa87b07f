using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster;

/// <summary>Where the list of members is kept.</summary>
public abstract record MembershipStore
{
    /// <summary>Only this room has stores.</summary>
    private protected MembershipStore() { }

    /// <summary>Makes the connection's owner; connects later.</summary>
    internal abstract TableStore Open(string cluster);
}
