using S7OpcBridge.OpcUa.Server.Conditions.Fields;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Conditions.Nodes;

/// <summary>
/// The nodes of ControllerAlarmType, <c>ns=2;i=1001</c>, and of its properties, which follow it by their numbers. They are always there, so that a client's
/// filter outlives a map without such alarms.
/// </summary>
internal static class ControllerAlarmType
{
    /// <summary>Index of the type among the nodes of conditions, behind all of them; those of its properties follow.</summary>
    public const int First = 1 << 30;

    private const uint ModellingRuleOptional = 80;
    private const string Name = "ControllerAlarmType";

    /// <summary>True for the index of one of these nodes.</summary>
    public static bool Has(int node) => node >= First;

    public static int Find(in NodeIdView id) =>
        id is { Namespace: ConditionTypes.Application, Kind: NodeIdKind.Numeric }
        && id.Numeric - ConditionTypes.ControllerAlarm <= ControllerFields.All.Length
            ? First + (int)(id.Numeric - ConditionTypes.ControllerAlarm)
            : -1;

    public static NodeId IdOf(int node) => new(ConditionTypes.Application, ConditionTypes.ControllerAlarm + (uint)(node - First));

    public static NodeClass ClassOf(int node) => node == First ? NodeClass.ObjectType : NodeClass.Variable;

    public static QualifiedName BrowseNameOf(int node) =>
        new(ConditionTypes.Application, node == First ? Name : ControllerFields.All[node - First - 1].Name);

    public static uint TypeDefinitionOf(int node) => node == First ? 0 : Ids.PropertyType;

    public static StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        var (_, dataType, isArray) = node == First ? default : ControllerFields.All[node - First - 1];
        value = (attribute, ClassOf(node)) switch
        {
            (AttributeId.Description, _) => Variant.From(default(LocalizedText)),
            (AttributeId.IsAbstract, NodeClass.ObjectType) => Variant.From(false),
            (_, NodeClass.ObjectType) => default,
            (AttributeId.DataType, _) => Variant.From((NodeId)dataType),
            (AttributeId.ValueRank, _) => Variant.From(isArray ? 1 : -1),
            (AttributeId.ArrayDimensions, _) when isArray => Variant.FromArray(BuiltInType.UInt32, new uint[] { 0 }),
            (AttributeId.AccessLevel, _) => Variant.From((byte)1),
            (AttributeId.Historizing, _) => Variant.From(false),
            _ => default,
        };
        // A declaration has no value.
        return !value.IsNull ? StatusCodes.Good
            : attribute == AttributeId.Value && node != First ? StatusCodes.BadNoValue
            : StatusCodes.BadAttributeIdInvalid;
    }

    /// <summary>References of one of these nodes from an ordinal on.</summary>
    /// <param name="types">Namespace 0.</param>
    public static int References(Namespace0 types, int node, int skip, Span<NodeReference> destination)
    {
        var all =
            node == First
                ?
                [
                    .. Enumerable
                        .Range(First + 1, ControllerFields.All.Length)
                        .Select(static property => new NodeReference(Ids.HasProperty, true, NodeHandle.Own(property))),
                ]
                : new[]
                {
                    new NodeReference(Ids.HasProperty, false, NodeHandle.Own(First)),
                    new NodeReference(Ids.HasModellingRule, true, new NodeHandle(0, types.Find(new NodeIdView(0, ModellingRuleOptional)))),
                };
        var page = all.AsSpan(Math.Min(skip, all.Length));
        page = page[..Math.Min(page.Length, destination.Length)];
        page.CopyTo(destination);
        return page.Length;
    }
}
