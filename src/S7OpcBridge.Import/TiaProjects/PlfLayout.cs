using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>Where the objects of one type store their attributes.</summary>
internal sealed class PlfLayout
{
    private readonly Dictionary<string, PlfPlace> _places = new(StringComparer.Ordinal);

    private PlfLayout(HashSet<string> names) => Names = names;

    /// <summary>Names of the type and of all that it derives from, without namespaces.</summary>
    public HashSet<string> Names { get; }

    /// <summary>Slots that hold sets of attributes; those behind them hold relations.</summary>
    public int SetSlots { get; private set; }

    /// <summary>Slots of sets whose attributes are named by the objects.</summary>
    public List<int> Expandos { get; } = [];

    /// <summary>The place of an attribute, by set and attribute: <c>ICoreAttributes.Name</c>.</summary>
    public bool TryFind(string attribute, out PlfPlace place) => _places.TryGetValue(attribute, out place);

    public IEnumerable<string> Attributes => _places.Keys;

    public static PlfLayout For(PlfModel model, PlfType type)
    {
        var types = new List<PlfType>();
        Visit(model, type, types, new HashSet<PlfType>(ReferenceEqualityComparer.Instance), 0);
        types.Reverse();
        var layout = new PlfLayout(new HashSet<string>(types.Select(each => each.Name), StringComparer.Ordinal));
        // One slot for each set, in the order of their full names; a set that the model does not declare takes one too.
        var names = types.SelectMany(each => each.Sets).Select(each => each.Set).Distinct().Order(StringComparer.Ordinal).ToList();
        foreach (var name in names)
        {
            if (model.Sets.TryGetValue(name, out var set))
                layout.Place(model, types, name, set);
            layout.SetSlots++;
        }
        return layout;
    }

    // A base comes behind every type that derives from it: backwards, each type behind its bases.
    private static void Visit(PlfModel model, PlfType type, List<PlfType> types, HashSet<PlfType> seen, int depth)
    {
        if (depth > ImportLimits.Depth || !seen.Add(type))
            return;
        for (var i = type.Bases.Count - 1; i >= 0; i--)
        {
            if (model.TypesByName.TryGetValue(type.Bases[i], out var known))
                Visit(model, known, types, seen, depth + 1);
        }
        types.Add(type);
    }

    private void Place(PlfModel model, List<PlfType> types, string name, PlfAttributeSet set)
    {
        if (set.IsExpando)
        {
            Expandos.Add(SetSlots);
            return;
        }
        var statements = types
            .SelectMany(type => type.Sets)
            .Where(stated => stated.Set == name)
            .Select(stated => stated.Constants)
            .ToList();
        var offset = 4;
        foreach (var attribute in set.Attributes)
        {
            // The first type that says something decides, else the set itself.
            var isConstant = attribute.IsConstant;
            foreach (var statement in statements)
            {
                if (statement.TryGetValue(attribute.Name, out isConstant))
                    break;
                isConstant = attribute.IsConstant;
            }
            if (isConstant || attribute.IsIntrinsic)
                continue;
            var field = model.FieldOf(set.Space, attribute.Type);
            _places.TryAdd($"{set.Name}.{attribute.Name}", new PlfPlace(SetSlots, offset, field));
            offset += field.Size;
        }
    }
}

/// <summary>Where an attribute is stored.</summary>
/// <param name="Slot">The slot of its set.</param>
/// <param name="Offset">Bytes from the start of the set's segment.</param>
/// <param name="Field">What kind of value it is.</param>
internal readonly record struct PlfPlace(int Slot, int Offset, PlfField Field);
