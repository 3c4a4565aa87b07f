namespace S7OpcBridge.Cluster.Handover;

/// <summary>
/// Which node may take each PLC next. A node that wants one asks all others; each grants only the claim that ranks highest of those that it knows, its own
/// included. A claim that all have granted can have no rival.
/// </summary>
internal sealed class Claims
{
    private readonly Dictionary<string, Claim> _best = new(StringComparer.Ordinal);

    /// <summary>Enters a claim of this or another node. False: a claim that ranks higher is known.</summary>
    public bool Enter(string plc, Claim claim)
    {
        if (_best.TryGetValue(plc, out var best) && !claim.Ranks(best))
            return false;
        _best[plc] = claim;
        return true;
    }

    /// <summary>True while a claim is the highest one known.</summary>
    public bool IsBest(string plc, Claim claim) => _best.TryGetValue(plc, out var best) && best == claim;
}

/// <summary>A node wants a PLC.</summary>
/// <param name="View">Version of the view in which it is the owner.</param>
/// <param name="Tenure">The last tenure of the PLC that it has heard of.</param>
/// <param name="Node">Its name.</param>
internal readonly record struct Claim(long View, long Tenure, string Node)
{
    /// <summary>
    /// The later view ranks higher; within a view the one that knows of a later tenure, because it is not for the same vacancy; else the name that sorts first,
    /// which decides where maps pin a PLC to different nodes.
    /// </summary>
    public bool Ranks(Claim other) =>
        View != other.View ? View > other.View
        : Tenure != other.Tenure ? Tenure > other.Tenure
        : string.CompareOrdinal(Node, other.Node) <= 0;
}
