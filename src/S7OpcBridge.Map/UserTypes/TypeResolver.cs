using S7OpcBridge.Map.Values;
using S7OpcBridge.S7;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>Resolves type names, each text once.</summary>
internal sealed class TypeResolver(IReadOnlyDictionary<string, UserType> declared, IReadOnlyDictionary<string, int> constants)
{
    // More than the bits of an area.
    private const int MostElements = 1_000_000;

    /// <summary>Types that a finding names.</summary>
    private const int MostNamed = 10;

    private readonly Dictionary<string, UserType> _system = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, (TypeReference? Type, string Error)> _known = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The bounds of an anonymous structure; null and an error text.</summary>
    public IReadOnlyList<ArrayBounds>? BoundsOf(UserTypeMember member, out string error)
    {
        error = "";
        if (member.Bounds.Length == 0)
            return [];
        if (Constants.Fill("Struct" + member.Bounds, constants, out error) is not { } text)
            return null;
        if (SplitArray(text, out var bounds) is not null)
            return bounds;
        error = $"'{member.Bounds}' are not array bounds; write the first and last index, such as [0..9]";
        return null;
    }

    /// <summary>The type, or null and an error text.</summary>
    public TypeReference? Resolve(string text, out string error)
    {
        if (!_known.TryGetValue(text, out var result))
        {
            result.Type = Constants.Fill(text.Trim(), constants, out result.Error) is { } filled ? Parse(filled, out result.Error) : null;
            _known.Add(text, result);
        }
        error = result.Error;
        return result.Type;
    }

    private TypeReference? Parse(string text, out string error)
    {
        // A quoted name is always a structure, even where an elementary type has the same name.
        if (!text.Contains('"') && S7DataType.TryParse(text, out var elementary, out error))
            return new TypeReference(elementary, null, []);
        S7DataType.TryParse(text, out _, out var fault);
        error = "";
        var name = SplitArray(text, out var bounds);
        if (name is null)
            return Fail(
                S7DataType.TryParse(text.AsSpan(0, text.IndexOfAny(['[', '('])), out _, out _)
                    ? fault
                    : $"'{text}' is not a type; write an array as " + "Array[0..9] of Int",
                out error
            );
        if (declared.TryGetValue(name.Trim('"'), out var user))
        {
            user.Used = true;
            return new TypeReference(default, user, bounds);
        }
        if (System(name, bounds, out error) is var known && (known is not null || error.Length > 0))
            return known;
        if (bounds.Count > 1 && S7DataType.TryParse(name, out var element, out error) && !element.IsArray)
            return ArrayOf(element, bounds, out error);
        if (text.Contains('"'))
            return Fail(
                $"unknown type {name}; {NearestWord.Hint(name.Trim('"'), [.. declared.Keys])} (types stand under 'types', or 'types: {{ from: "
                    + $"[{name.Trim('"')}.udt] }}')",
                out error
            );
        S7DataType.TryParse(text, out _, out error);
        if (NearestWord.Find(name, declared.Keys) is { } near)
            error = $"unknown type '{name}'; did you mean '{near}'?";
        else if (IsName(name) && !S7DataType.IsNear(name))
            error =
                $"unknown type '{name}'; a UDT stands under 'types:' with its members, or 'types: {{ from: [{name}.udt] }}', where "
                + $"{(declared.Count == 0 ? "there are none yet" : $"there are {string.Join(", ", declared.Keys.Take(MostNamed))}")}; other types are written "
                + "as TIA Portal spells them, such as Bool, Int, DInt, Real or String[20]";
        return null;
    }

    private static bool IsName(string text) =>
        text.Length is > 1 and < 130 && char.IsLetter(text[0]) && text.All(c => char.IsLetterOrDigit(c) || c == '_');

    /// <summary>Splits a type into its name and bounds; null where it is not written as an array.</summary>
    public string? SplitBounds(string text, out List<ArrayBounds> bounds)
    {
        bounds = [];
        return Constants.Fill(text.Trim(), constants, out _) is { } filled ? SplitArray(filled, out bounds) : null;
    }

    private TypeReference? System(string name, List<ArrayBounds> bounds, out string error)
    {
        error = "";
        if (SystemTypes.IdentifierOf(name) is { } plain && S7DataType.TryParse(plain, out var number, out _))
            return bounds.Count == 0 ? new TypeReference(number, null, []) : ArrayOf(number, bounds, out error);
        if (!_system.TryGetValue(name, out var type) && (type = SystemTypes.Find(name)) is not null)
            _system.Add(name, type);
        return type is null ? null : new TypeReference(default, type, bounds);
    }

    // Several dimensions are one array over all elements, row by row. Checked as one of one dimension, whose count is no longer than an area.
    private static TypeReference? ArrayOf(S7DataType element, List<ArrayBounds> bounds, out string error)
    {
        var count = Math.Min(ArrayBounds.CountOf(bounds), MostElements);
        return S7DataType.TryParse($"Array[0..{count - 1}] of {element}", out var array, out error)
            ? new TypeReference(array with { ArrayLower = bounds[0].Lower }, null, [])
            : null;
    }

    // For example Array[1..4] of Motor, Motor[1..4], Motor(1..4): name and bounds.
    private static string? SplitArray(string text, out List<ArrayBounds> bounds)
    {
        bounds = [];
        var open = text.IndexOfAny(['[', '(']);
        if (open < 0)
            return text;
        var close = text.IndexOfAny([']', ')'], open);
        if (close < 0)
            return null;
        foreach (var dimension in text[(open + 1)..close].Split(','))
        {
            if (!Numbers.TryRange(dimension, out var range) && !IsOne(dimension, out range))
                return null;
            if (bounds.Count == ArrayBounds.MostDimensions)
                return null;
            bounds.Add(new ArrayBounds((int)range.Low, (int)range.High));
        }
        var before = text[..open].Trim();
        var after = text[(close + 1)..].Trim();
        if (!before.Equals("array", StringComparison.OrdinalIgnoreCase))
            return after.Length == 0 ? before : null;
        return after.StartsWith("of ", StringComparison.OrdinalIgnoreCase) ? after[3..].Trim() : null;
    }

    // 1..1 is not a range of values, but an array with one element.
    private static bool IsOne(string text, out Core.TagRange range)
    {
        range = default;
        var ends = text.Split("..");
        if (
            ends.Length != 2
            || !Numbers.TryWhole(ends[0].Trim(), out var low)
            || !Numbers.TryWhole(ends[1].Trim(), out var high)
            || low != high
        )
            return false;
        range = new Core.TagRange(low, high);
        return true;
    }

    private static TypeReference? Fail(string message, out string error)
    {
        error = message;
        return null;
    }
}

/// <summary>A resolved type: an elementary type (or array of it), a structure, or an array of structures.</summary>
/// <param name="Elementary">The elementary type, where <paramref name="User"/> is null.</param>
/// <param name="User">The structure.</param>
/// <param name="Bounds">Dimensions of an array of structures; empty for a single one.</param>
internal sealed record TypeReference(S7DataType Elementary, UserType? User, IReadOnlyList<ArrayBounds> Bounds);
