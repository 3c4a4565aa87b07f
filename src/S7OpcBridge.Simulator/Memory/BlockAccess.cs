namespace S7OpcBridge.Simulator;

/// <summary>Access of PUT/GET clients to a data block.</summary>
public enum BlockAccess : byte
{
    /// <summary>Read and write.</summary>
    Free,

    /// <summary>Read only: writes are answered with item code 03.</summary>
    ReadOnly,

    /// <summary>No access: item code 03.</summary>
    Denied,

    /// <summary>
    /// Optimised block access (S7-1200, S7-1500): there is no byte layout, so items fail with <see cref="CpuBehavior.OptimisedCode"/>, 05 or 0A.
    /// </summary>
    Optimised,
}
