namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// The number of a type of any namespace, so that references and type definitions stay small: in the upper eight bits the index of the namespace, below the
/// numeric id. The number of a type of namespace 0 is its id.
/// </summary>
public static class TypeNumber
{
    private const int IdBits = 24;
    private const uint MaxId = (1u << IdBits) - 1;

    /// <summary>The number of a type.</summary>
    /// <param name="namespaceIndex">0 to 255.</param>
    /// <param name="id">Below 2^24.</param>
    /// <exception cref="ArgumentOutOfRangeException">It has none.</exception>
    public static uint Of(ushort namespaceIndex, uint id)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(namespaceIndex, byte.MaxValue);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(id, MaxId);
        return (uint)namespaceIndex << IdBits | id;
    }

    /// <summary>The node id of a type; the null node id for 0.</summary>
    public static NodeId IdOf(uint number) => new((ushort)(number >> IdBits), number & MaxId);

    /// <summary>The number that a node id of a client would have as a type; 0: it can be none.</summary>
    internal static uint From(NodeId id) =>
        id is { Kind: NodeIdKind.Numeric, Namespace: <= byte.MaxValue, Numeric: <= MaxId } ? Of(id.Namespace, id.Numeric) : 0;
}
