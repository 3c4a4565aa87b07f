namespace S7OpcBridge.Cluster;

/// <summary>How far the shown values of a PLC that another node reads can be trusted.</summary>
public enum ValueFreshness : byte
{
    /// <summary>They come as they change.</summary>
    Live,

    /// <summary>The node that reads it has been silent: values are marked as uncertain.</summary>
    Uncertain,

    /// <summary>It has been silent for longer than the PLC's <c>stale</c>: there are no values.</summary>
    Gone,
}
