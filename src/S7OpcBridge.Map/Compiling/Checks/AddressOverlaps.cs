using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>
/// Finds tags that share bytes but read them differently, which usually is a wrong offset. Two combinations are allowed: the same address with the same type,
/// and a Bool inside a Byte, Word, DWord or LWord.
/// </summary>
internal sealed class AddressOverlaps(FindingList findings)
{
    private readonly List<Place> _places = [];

    public void Add(in S7Address address, S7DataType type, string name, SourceLocation spot)
    {
        var range = address.RangeOf(type);
        var start = (((long)address.Area << 16 | address.Db) << 24) + (range.Start * 8);
        var isBits = type.Kind == S7TypeKind.Bool;
        var first = start + (isBits ? address.Bit : 0);
        _places.Add(
            new Place(first, isBits ? first + Math.Max(1, type.ArrayLength) : start + (range.Length * 8), type, name, address, spot)
        );
    }

    public void Check()
    {
        _places.Sort(static (a, b) => a.First != b.First ? a.First.CompareTo(b.First) : b.End.CompareTo(a.End));
        var warned = new HashSet<SourceLocation>();
        Place? widest = null;
        foreach (var place in _places)
        {
            if (widest is { } other && place.First < other.End && !Harmless(other, place) && warned.Add(place.Spot))
            {
                findings.Warning(
                    place.Spot,
                    $"'{place.Name}' ({place.Address}, {place.Type}) shares bytes with '{other.Name}' ({other.Address}, "
                        + $"{other.Type}); check the address, unless this is intended"
                );
            }
            if (widest is null || place.End > widest.Value.End)
                widest = place;
        }
    }

    private static bool Harmless(in Place a, in Place b) =>
        (a.First == b.First && a.Type == b.Type)
        || (IsBits(a.Type) && b.Type.Kind == S7TypeKind.Bool)
        || (IsBits(b.Type) && a.Type.Kind == S7TypeKind.Bool)
        || IsPartOf(a, b)
        || IsPartOf(b, a)
        || (a.Type.Kind == S7TypeKind.Bool && b.Type.Kind == S7TypeKind.Bool);

    // The array with some of its elements, as many tools list both.
    private static bool IsPartOf(in Place array, in Place part) =>
        array.Type.IsArray
        && array.Type.Kind == part.Type.Kind
        && array.Type.Capacity == part.Type.Capacity
        && part.First >= array.First
        && part.End <= array.End
        && (part.First - array.First) % (array.Type.ElementSize * 8) == 0;

    private static bool IsBits(S7DataType type) => type.Kind is S7TypeKind.Byte or S7TypeKind.Word or S7TypeKind.DWord or S7TypeKind.LWord;

    private readonly record struct Place(long First, long End, S7DataType Type, string Name, S7Address Address, SourceLocation Spot);
}
