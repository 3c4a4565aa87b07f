using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Structures;

/// <summary>The structures of a map as variables: table row, members and attributes of each.</summary>
internal sealed class StructureNodes(TagMap map, StatusRows rows)
{
    private const byte CurrentRead = 1,
        CurrentWrite = 2;

    // Keyed by first tag and class, whose numbers are the same after a reload.
    private readonly int[] _rows =
    [
        .. map.Structures.Select(structure =>
            rows.RowFor($"{structure.FirstTag} {structure.NameLength} " + $"{map.Tags[structure.FirstTag].ScanGroup}")
        ),
    ];

    /// <summary>The map of the structures.</summary>
    public TagMap Map => map;

    /// <summary>Row of a structure in the variable table.</summary>
    public int VariableOf(int structure) => _rows[structure];

    /// <summary>The structure of a row; -1: the row belongs to no structure.</summary>
    public int StructureOf(int variable) => Array.IndexOf(_rows, variable);

    /// <summary>Scan group of a structure, which is that of all its members.</summary>
    public int GroupOf(int structure) => map.Tags[map.Structures[structure].FirstTag].ScanGroup;

    /// <summary>The members of each structure, for <see cref="VariableTable.Compose"/>.</summary>
    public StructureVariable[] Variables()
    {
        var inner = new int[map.Structures.Length];
        var variables = new StructureVariable[map.Structures.Length];
        // Inner structures come after outer ones, so a pass from the end has the size of each inner one.
        for (var i = variables.Length - 1; i >= 0; i--)
        {
            var structure = map.Structures[i];
            variables[i] = new StructureVariable(
                VariableOf(i),
                StructureTypeNodes.EncodingOf(structure.Type),
                MembersOf(i, inner),
                structure.IsArray
            );
            if (structure.Parent >= 0)
                inner[structure.Parent] += inner[i] + 1;
        }
        return variables;
    }

    /// <summary>Reads an attribute of a structure's variable.</summary>
    public StatusCode Read(int index, AttributeId attribute, out Variant value)
    {
        var structure = map.Structures[index];
        value = attribute switch
        {
            AttributeId.DataType => Variant.From(StructureTypeNodes.IdOf(structure.Type)),
            AttributeId.ValueRank => Variant.From(structure.IsArray ? 1 : -1),
            AttributeId.ArrayDimensions when structure.IsArray => Variant.FromArray(
                BuiltInType.UInt32,
                new[] { (uint)structure.ArrayLength }
            ),
            AttributeId.AccessLevel => Variant.From(AccessLevelOf(structure.Access)),
            // A write is sent in one job or refused.
            AttributeId.AccessLevelEx => Variant.From(
                AccessLevelOf(structure.Access) | (structure.Bytes > TagAttributes.AlwaysWhole ? TagAttributes.NonatomicRead : 0)
            ),
            AttributeId.MinimumSamplingInterval => Variant.From(map.ScanGroups[GroupOf(index)].Interval.TotalMilliseconds),
            AttributeId.Historizing => Variant.From(false),
            AttributeId.Description => Variant.From(new LocalizedText(structure.Description)),
            _ => default,
        };
        // A single structure has no ArrayDimensions; clients that read all attributes get a null value with Good.
        return value.IsNull && attribute != AttributeId.ArrayDimensions ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    private int[] MembersOf(int index, int[] inner)
    {
        var structure = map.Structures[index];
        var next = index + 1;
        var members = new int[structure.IsArray ? structure.ArrayLength : structure.Type.Fields.Length];
        var count = 0;
        for (var tag = structure.FirstTag; count < members.Length && tag < structure.FirstTag + structure.TagCount; )
        {
            // A tag begins an inner structure where one is recorded there with this one as parent.
            if (next < map.Structures.Length && map.Structures[next] is var child && child.Parent == index && child.FirstTag == tag)
            {
                members[count++] = VariableOf(next);
                tag += child.TagCount;
                next += inner[next] + 1;
            }
            else
                members[count++] = tag++;
        }
        return count == members.Length ? members : members[..count];
    }

    private static byte AccessLevelOf(TagAccess access) =>
        (byte)(((access & TagAccess.Read) != 0 ? CurrentRead : 0) | ((access & TagAccess.Write) != 0 ? CurrentWrite : 0));
}
