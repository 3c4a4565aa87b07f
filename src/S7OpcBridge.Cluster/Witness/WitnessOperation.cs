namespace S7OpcBridge.Cluster.Witness;

/// <summary>First byte of a request to a witness. The cluster is the one that the connection's first words have named.</summary>
internal enum WitnessOperation : byte
{
    /// <summary>Version, rows and times.</summary>
    Read = 1,

    /// <summary>Replaces the rows, if their version still is the expected one.</summary>
    Replace = 2,

    /// <summary>Notes that a silo is alive.</summary>
    Alive = 3,

    /// <summary>Forgets the table.</summary>
    Delete = 4,
}
