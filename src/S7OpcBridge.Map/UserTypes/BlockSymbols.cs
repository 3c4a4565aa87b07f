using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>Lists the elementary variables of a block with their symbolic paths.</summary>
internal sealed class BlockSymbols(UserType block, TypeResolver types, FindingList findings)
{
    private readonly List<TiaVariable> _variables = [];
    private readonly List<TiaStart> _starts = [];
    private bool _isFull;

    public TiaBlock Read()
    {
        if (block.SameAs is { } name)
        {
            if (types.Resolve(name, out var error) is { User: { } type })
                Add(type, "", true, true, depth: 0);
            else
                findings.Error(
                    block.Spot,
                    error.Length > 0 ? error : $"the block '{block.Name}' has the type {name}, which is no structure"
                );
        }
        else
        {
            Add(block, "", true, true, depth: 0);
        }
        return new TiaBlock(
            block.Name,
            block.Db,
            block.IsOptimised,
            _variables,
            [.. _starts, .. block.Starts.Select(start => new TiaStart(start.Path, start.Value))]
        );
    }

    private void Add(UserType type, string prefix, bool isAccessible, bool isWritable, int depth)
    {
        if (depth > StandardLayout.MaxDepth)
        {
            findings.Error(
                type.Spot,
                $"the type '{type.Name}' is nested more than {StandardLayout.MaxDepth} deep; does it contain itself?"
            );
            return;
        }
        foreach (var member in type.Members.Where(member => !_isFull && !member.IsHidden))
            Add(member, prefix, isAccessible && member.IsAccessible, isWritable && !member.IsReadOnly, depth);
    }

    private void Add(UserTypeMember member, string prefix, bool isAccessible, bool isWritable, int depth)
    {
        if (!findings.Size.TryCountMember(prefix.Length + member.Name.Length))
        {
            _isFull = true;
            findings.Error(
                member.Spot,
                $"up to '{member.Name}' the blocks have more than {MapSize.MaxMembers:N0} members, those of structures inside them "
                    + "included; check the types"
            );
            return;
        }
        var path = prefix + Quoted(member.Name);
        if (member.Nested is { } nested)
        {
            if (types.BoundsOf(member, out var fault) is { } bounds)
                Add(nested, $"{path}{Text(bounds)}.", isAccessible, isWritable, depth + 1);
            else
                findings.Error(member.TypeSpot, fault);
            return;
        }
        if (types.Resolve(member.Type!, out var error) is not { } type)
        {
            findings.Warning(member.TypeSpot, $"'{member.Name}' is left out: {error}");
            return;
        }
        if (type.User is { } user)
        {
            if (!member.IsInOut)
                Add(user, $"{path}{Text(type.Bounds)}.", isAccessible, isWritable, depth + 1);
            return;
        }
        var array =
            types.SplitBounds(member.Type!, out var dimensions) is not null && dimensions.Count > 0 && type.Elementary.IsArray
                ? $"Array{Text(dimensions)} of "
                : "";
        _variables.Add(new TiaVariable(path, array + (type.Elementary with { ArrayLength = 0, ArrayLower = 0 }), isAccessible, isWritable));
        if (member.Start is { } start)
            _starts.Add(new TiaStart(path, start));
    }

    private static string Text(IReadOnlyList<ArrayBounds> bounds) =>
        bounds.Count == 0 ? "" : $"[{string.Join(", ", bounds.Select(one => $"{one.Lower}..{one.Upper}"))}]";

    private static string Quoted(string name) => name.AsSpan().ContainsAny('.', '[', ']') ? $"\"{name}\"" : name;
}
