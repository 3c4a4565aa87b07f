using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>The data type and EURange of a variable, for deadbands (OPC 10000-8, 5.3.2).</summary>
internal static class AnalogFacts
{
    /// <summary>True for a data type that is a Number or derived from it.</summary>
    public static bool IsNumeric(AddressSpaceView nodes, NodeHandle variable) =>
        DataTypes.IsOf(nodes, variable, static type => type is >= Ids.SByte and <= Ids.Double or Ids.Number);

    /// <summary>High minus low of the variable's EURange; null: none, or not a valid one.</summary>
    public static double? SpanOf(AddressSpaceView nodes, NodeHandle variable)
    {
        if (
            !TryFollow(nodes, variable, Ids.HasProperty, true, new QualifiedName(0, "EURange"), out var property)
            || !nodes.Read(property, AttributeId.Value, out var value).IsGood
            || value.Reference is not ExtensionObject { Body: Range range }
        )
            return null;
        var span = range.High - range.Low;
        return span > 0 && double.IsFinite(span) ? span : null;
    }

    private static bool TryFollow(
        AddressSpaceView nodes,
        NodeHandle from,
        uint type,
        bool forward,
        QualifiedName name,
        out NodeHandle target
    )
    {
        foreach (var reference in nodes.ReferencesOf(from))
        {
            if (
                reference.Type != type
                || reference.IsForward != forward
                || name.Name is not null && nodes.BrowseNameOf(reference.Target) != name
            )
                continue;
            target = reference.Target;
            return true;
        }

        target = NodeHandle.None;
        return false;
    }
}
