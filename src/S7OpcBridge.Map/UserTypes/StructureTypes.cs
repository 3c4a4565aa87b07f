using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>The structure types of a map for clients, each made once; for structures that <see cref="StandardLayout"/> has laid out.</summary>
internal sealed class StructureTypes(TypeResolver types)
{
    private readonly Dictionary<UserType, TagStructureType> _known = [];
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);

    /// <summary>All types made so far, inner ones first.</summary>
    public ImmutableArray<TagStructureType>.Builder All { get; } = ImmutableArray.CreateBuilder<TagStructureType>();

    /// <summary>The type of a named structure.</summary>
    public TagStructureType ToStructureType(UserType type) => ToStructureType(type, type.Name);

    /// <summary>The structure type of a member or of its elements; null: the member is one tag.</summary>
    public TypeReference? NestedIn(UserTypeMember member)
    {
        if (member.Nested is { } inPlace)
            return new TypeReference(default, inPlace, types.BoundsOf(member, out _) ?? []);
        return types.Resolve(member.Type!, out _) is { User: not null } named ? named : null;
    }

    /// <summary>The type of a member that is a structure.</summary>
    public TagStructureType ToStructureType(UserTypeMember member, UserType user, string owner) =>
        ToStructureType(user, member.Nested is null ? user.Name : $"{owner}.{member.Name}");

    private TagStructureType ToStructureType(UserType type, string name)
    {
        if (_known.TryGetValue(type, out var known))
            return known;
        while (!_names.Add(name))
            name += "_";
        var fields = ImmutableArray.CreateRange(type.Members.Select(member => FieldOf(member, name)));
        var made = new TagStructureType
        {
            Name = name,
            Fields = fields,
            Bytes = type.Layout?.Bytes ?? 0,
            TagCount = fields.Sum(field => field.TagCount),
        };
        _known.Add(type, made);
        All.Add(made);
        return made;
    }

    private TagStructureField FieldOf(UserTypeMember member, string owner)
    {
        if (NestedIn(member) is { } nested)
        {
            return new TagStructureField
            {
                Name = member.Name,
                Description = member.Details?.Description,
                Structure = ToStructureType(member, nested.User!, owner),
                ArrayLength = nested.Bounds.Count == 0 ? 0 : nested.Bounds.Aggregate(1, (count, bounds) => count * bounds.Length),
            };
        }
        var type = types.Resolve(member.Type!, out _)?.Elementary ?? default;
        var shown = member.UaType is { } other && UaTypes.TryFind(type, other, out var found, out _) ? found : type;
        return new TagStructureField
        {
            Name = member.Name,
            Description = member.Details?.Description,
            Kind = member.Details?.Scale is null ? (TagValueKind)shown.ValueKind : TagValueKind.Double,
            ArrayLength = shown.ArrayLength,
            MaxCharacters = shown.ValueKind == S7ValueKind.Text ? Math.Max(1, shown.Capacity) : 0,
        };
    }
}
