namespace S7OpcBridge.Cluster.Lives;

/// <summary>What the store says about this node.</summary>
internal enum OwnRow
{
    /// <summary>No answer, or the node is joining or leaving.</summary>
    Unknown,

    /// <summary>A member.</summary>
    Active,

    /// <summary>Declared dead.</summary>
    Dead,

    /// <summary>The row is not there.</summary>
    Missing,

    /// <summary>Its machine says that the store's program does not run: nobody can use it.</summary>
    StoreStopped,
}

/// <summary>An answer of the store.</summary>
/// <param name="Own">This node's row.</param>
/// <param name="Version">The table's version.</param>
/// <param name="Active">How many rows are active.</param>
/// <param name="Age">How long ago the table was made.</param>
/// <param name="Asked">When it was asked: a timestamp. What it says was true then, at least.</param>
internal readonly record struct StoreVerdict(OwnRow Own, int Version, int Active, TimeSpan Age, long Asked);
