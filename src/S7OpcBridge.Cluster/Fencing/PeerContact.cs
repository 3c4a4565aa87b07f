namespace S7OpcBridge.Cluster.Fencing;

/// <summary>What a ping to one other node has brought.</summary>
internal sealed class PeerContact
{
    /// <summary>When the last ping was sent that was answered well: a timestamp; <see cref="long.MinValue"/> if none was.</summary>
    public long Heard { get; set; } = long.MinValue;

    /// <summary>The version of the view that the peer acts by.</summary>
    public long View { get; set; }

    /// <summary>A ping is on its way.</summary>
    public bool Asked { get; set; }
}
