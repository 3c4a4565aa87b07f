using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Symbols;

/// <summary>The structure types of a CPU's symbols, each made once: those of the same members are one.</summary>
internal sealed class SymbolTypes(ImmutableArray<TagStructureType> others)
{
    private readonly Dictionary<string, TagStructureType> _known = [];
    private readonly HashSet<string> _names = [.. others.Select(type => type.Name)];

    /// <summary>The types that were made, inner ones first.</summary>
    public List<TagStructureType> Made { get; } = [];

    /// <summary>True for an array whose elements are structures of one type.</summary>
    public static bool IsOfStructures(CpuSymbol array) =>
        array.IsArray
        && array.Members is [{ IsValue: false, IsArray: false } first, ..]
        && array.Members.All(element => element.Shape == first.Shape);

    public TagStructureType ToStructureType(CpuSymbol structure)
    {
        if (_known.TryGetValue(structure.Shape, out var known))
            return known;
        var fields = ImmutableArray.CreateBuilder<TagStructureField>();
        foreach (var member in structure.Members)
            AddField(member, member.Name, fields);
        var type = new TagStructureType
        {
            Name = NameOf(structure),
            Fields = fields.ToImmutable(),
            Bytes = (BytesOf(structure) + 1) & ~1,
            TagCount = fields.Sum(field => field.TagCount),
        };
        _known.Add(structure.Shape, type);
        Made.Add(type);
        return type;
    }

    private void AddField(CpuSymbol member, string name, ImmutableArray<TagStructureField>.Builder fields)
    {
        if (member.IsValue)
        {
            fields.Add(
                new TagStructureField
                {
                    Name = name,
                    Kind = (TagValueKind)member.Type.ValueKind,
                    ArrayLength = member.Type.ArrayLength,
                    MaxCharacters = member.Type.ValueKind == S7ValueKind.Text ? Math.Max(1, member.Type.Capacity) : 0,
                }
            );
        }
        else if (!member.IsArray)
        {
            fields.Add(new TagStructureField { Name = name, Structure = ToStructureType(member) });
        }
        else if (IsOfStructures(member))
        {
            fields.Add(
                new TagStructureField
                {
                    Name = name,
                    Structure = ToStructureType(member.Members[0]),
                    ArrayLength = member.Members.Length,
                }
            );
        }
        else
        {
            foreach (var element in member.Members)
                AddField(element, name + element.Name, fields);
        }
    }

    private string NameOf(CpuSymbol structure)
    {
        var name = SymbolText.TrySplit(structure.Symbol, out var levels, out _) ? string.Join('.', levels) : structure.Name;
        // Elements of an array are of one type: it has the array's name.
        if (name.EndsWith(']') && name.LastIndexOf('[') is > 0 and var bracket)
            name = name[..bracket];
        while (!_names.Add(name))
            name += "_";
        return name;
    }

    private static int BytesOf(CpuSymbol symbol) => symbol.IsValue ? symbol.Type.ByteLength() : symbol.Members.Sum(BytesOf);
}
