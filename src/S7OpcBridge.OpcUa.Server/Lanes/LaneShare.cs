namespace S7OpcBridge.OpcUa.Server.Lanes;

/// <summary>The time that a session, user, certificate or address has used of a lane. Under the lane's gate.</summary>
/// <param name="key">Whose it is.</param>
/// <param name="used">Where its time begins.</param>
internal sealed class LaneShare((string Kind, string Of) key, long used)
{
    /// <summary>Whose it is.</summary>
    public (string Kind, string Of) Key => key;

    /// <summary>Ticks used.</summary>
    public long Used { get; set; } = used;

    /// <summary>Its work in the lane.</summary>
    public int Turns { get; set; }
}
