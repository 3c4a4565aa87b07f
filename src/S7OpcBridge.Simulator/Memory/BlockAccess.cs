namespace S7OpcBridge.Simulator;

/// <summary>What a data block lets a PUT/GET client do.</summary>
public enum BlockAccess : byte
{
    /// <summary>Read and write.</summary>
    Free,

    /// <summary>Read only: a write is answered with item code 03.</summary>
    ReadOnly,

    /// <summary>Neither: item code 03.</summary>
    Denied,

    /// <summary>Optimised block access (S7-1200, S7-1500): it has no byte layout, so the item fails with the manner's code, 05 or 0A.</summary>
    Optimised,
}
