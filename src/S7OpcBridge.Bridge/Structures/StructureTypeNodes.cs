using System.Collections.Immutable;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Structures;

/// <summary>
/// The data types of structures as nodes: each is a subtype of Structure with its definition and its Default Binary encoding (OPC 10000-3, 5.8.3), which
/// clients such as UaExpert use for decoding. Type dictionaries of older versions of the standard are not provided. Nodes are numbered from 0: types first,
/// then their encodings.
/// </summary>
internal sealed class StructureTypeNodes(ImmutableArray<TagStructureType> types)
{
    /// <summary>Number of nodes.</summary>
    public int Count => 2 * types.Length;

    /// <summary>Node id of a type, in the form of the S7-1500's own server.</summary>
    public static NodeId IdOf(TagStructureType type) => new(TagNamespace.Index, $"DT_\"{type.Name}\"");

    /// <summary>Node id of its encoding, which precedes every value.</summary>
    public static NodeId EncodingOf(TagStructureType type) => new(TagNamespace.Index, $"TE_\"{type.Name}\"");

    /// <summary>Text of a node's id.</summary>
    public string TextOf(int node) => (string)(IsType(node) ? IdOf(types[node]) : EncodingOf(types[node - types.Length])).Identifier!;

    public NodeClass ClassOf(int node) => IsType(node) ? NodeClass.DataType : NodeClass.Object;

    public QualifiedName BrowseNameOf(int node) =>
        IsType(node) ? new QualifiedName(TagNamespace.Index, types[node].Name) : new QualifiedName(0, "Default Binary");

    public uint TypeDefinitionOf(int node) => IsType(node) ? 0 : Ids.DataTypeEncodingType;

    /// <summary>Reads an attribute other than id, class and names.</summary>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = (attribute, IsType(node)) switch
        {
            (AttributeId.Description, _) => Variant.From(default(LocalizedText)),
            (AttributeId.IsAbstract, true) => Variant.From(false),
            (AttributeId.DataTypeDefinition, true) => Variant.From(ExtensionObject.From(DefinitionOf(types[node]))),
            (AttributeId.EventNotifier, false) => Variant.From((byte)0),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <summary>Adds the references between a type and its encoding; the supertype comes from <see cref="ExternalReferences"/>.</summary>
    /// <param name="first">Index of the first of these nodes in the address space.</param>
    /// <param name="page">Receives the references.</param>
    public void AddReferences(int node, int first, ref ReferencePage page) =>
        page.Add(
            new NodeReference(
                Ids.HasEncoding,
                IsType(node),
                NodeHandle.Own(first + (IsType(node) ? node + types.Length : node - types.Length))
            )
        );

    /// <summary>The references by which the types are subtypes of Structure.</summary>
    public IEnumerable<(NodeId From, NodeReference Reference)> ExternalReferences(int first) =>
        Enumerable
            .Range(first, types.Length)
            .Select(node => ((NodeId)Ids.Structure, new NodeReference(Ids.HasSubtype, true, NodeHandle.Own(node))));

    private bool IsType(int node) => node < types.Length;

    private static StructureDefinition DefinitionOf(TagStructureType type) =>
        new()
        {
            DefaultEncodingId = EncodingOf(type),
            BaseDataType = Ids.Structure,
            StructureType = StructureType.Structure,
            Fields = [.. type.Fields.Select(FieldOf)],
        };

    private static StructureField FieldOf(TagStructureField field) =>
        new()
        {
            Name = field.Name,
            Description = new LocalizedText(field.Description),
            DataType = field.Structure is { } inner ? IdOf(inner) : TypeMapping.DataTypeOf(field.Kind),
            ValueRank = field.ArrayLength > 0 ? 1 : -1,
            ArrayDimensions = field.ArrayLength > 0 ? [(uint)field.ArrayLength] : [],
            MaxStringLength = (uint)field.MaxCharacters,
        };
}
