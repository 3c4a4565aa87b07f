namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>Checks the data type of a variable, which may be a subtype in any namespace.</summary>
internal static class DataTypes
{
    private const int DeepestType = 16;

    /// <summary>True if the variable's data type, or a supertype of it, is a type of namespace 0 that meets a condition.</summary>
    public static bool IsOf(AddressSpaceView nodes, NodeHandle variable, Func<uint, bool> fits)
    {
        if (!nodes.Read(variable, AttributeId.DataType, out var value).IsGood || value.Reference is not NodeId type)
            return false;
        for (var depth = 0; depth < DeepestType; depth++)
        {
            if (type is { Namespace: 0, Kind: NodeIdKind.Numeric } && fits(type.Numeric))
                return true;
            var node = nodes.Find(type);
            if (!node.Exists || SupertypeOf(nodes, node) is not { Exists: true } parent)
                return false;
            type = nodes.IdOf(parent);
        }

        return false;
    }

    private static NodeHandle SupertypeOf(AddressSpaceView nodes, NodeHandle type)
    {
        foreach (var reference in nodes.ReferencesOf(type))
        {
            if (reference is { Type: Ids.HasSubtype, IsForward: false })
                return reference.Target;
        }

        return NodeHandle.None;
    }
}
