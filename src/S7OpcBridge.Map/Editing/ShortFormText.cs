using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Writes and changes tags in the short form: <c>0.0 Real, percent, 0..100, readwrite, "Level of the tank"</c>.</summary>
internal static class ShortFormText
{
    private const string Offset = "offset",
        Address = "address",
        Type = "type",
        Unit = "unit",
        Range = "range",
        Limits = "limits",
        Access = "access",
        Scan = "scan",
        Description = "description";

    private static readonly string[] Order = [Offset, Address, Type, Unit, Range, Limits, Access, Scan, Description];

    /// <summary>The short form of a tag; null: it has a key or value that the short form cannot say.</summary>
    /// <param name="tag">The keys of the tag, without its name.</param>
    public static string? Of(NewNode tag)
    {
        if (tag.Kind != NodeKind.Mapping || tag.Keys.Any(key => !Order.Contains(key)))
            return null;
        var place = tag[Offset] ?? tag[Address];
        if (place is null || (tag[Offset] is not null && tag[Address] is not null))
            return null;
        var parts = new List<string>();
        foreach (var key in Order.Skip(3))
        {
            if (tag[key] is not { } value)
                continue;
            if (PieceOf(key, value) is not { } piece)
                return null;
            parts.Add(piece);
        }
        var type = tag[Type] is { Kind: NodeKind.Scalar } named ? $" {named.Text}" : "";
        var text = string.Join(", ", [$"{place.Text}{type}", .. parts]);
        return Same(Read(text), tag) ? text : null;
    }

    /// <summary>The short form with another value of one key; null: it cannot say it, or the text is no short form.</summary>
    /// <param name="text">The short form; its other parts stay as they are.</param>
    /// <param name="key">The key of a tag.</param>
    /// <param name="value">Its value; null: it is removed.</param>
    public static string? With(string text, string key, NewNode? value)
    {
        if (Read(text) is not { } tag || !Order.Contains(key) || (value is null && tag[key] is null))
            return null;
        if (value is null && key is Offset or Address)
            return null;
        var wanted = tag.Without(key);
        if (value is not null)
            wanted = wanted with { Items = [.. wanted.Items, value], Keys = [.. wanted.Keys, key] };
        if (key is Offset or Address or Type)
            return Placed(text, key, value) is { } placed && Same(Read(placed), wanted) ? placed : null;
        var piece = value is null ? null : PieceOf(key, value);
        if (value is not null && piece is null)
            return null;
        var pieces = Pieces(text);
        var at = pieces.FindIndex(1, range => KeyOf(text[range].Trim()) == key);
        string changed;
        if (at >= 0 && piece is not null)
        {
            var old = text[pieces[at]];
            var start = pieces[at].Start.Value + old.Length - old.TrimStart().Length;
            changed = $"{text[..start]}{piece}{text[(start + old.Trim().Length)..]}";
        }
        else if (at >= 0)
        {
            changed = $"{text[..(pieces[at].Start.Value - 1)]}{text[pieces[at].End..]}";
        }
        else
        {
            // In the usual order: in front of the first part that comes later.
            var rank = Array.IndexOf(Order, key);
            var behind = pieces.FindIndex(1, range => Array.IndexOf(Order, KeyOf(text[range].Trim())) > rank);
            var end = behind < 0 ? text.Length : pieces[behind].Start.Value - 1;
            changed = $"{text[..end]}, {piece}{text[end..]}";
        }
        return Same(Read(changed), wanted) ? changed : null;
    }

    /// <summary>The keys of a short form, each as a text; null: it is none.</summary>
    public static NewNode? Read(string text)
    {
        var findings = new FindingList();
        var tag = new RawTag(new RawGroup(parent: null), default);
        ShortForm.Read(text, default, tag, withPlace: true, findings);
        if (findings.HasErrors || tag.Address is null)
            return null;
        var keys = new List<string>();
        var values = new List<NewNode>();
        Add(tag.IsOffset ? Offset : Address, tag.Address);
        Add(Type, tag.Type);
        foreach (var range in Pieces(text).Skip(1))
        {
            var piece = text[range].Trim();
            if (piece.Length == 0)
                continue;
            var key = KeyOf(piece);
            if (keys.Contains(key))
                return null;
            Add(
                key,
                key switch
                {
                    Description => piece[1..^1],
                    Scan => piece[5..].Trim(),
                    Limits => piece[7..].Trim(),
                    _ => piece,
                }
            );
        }
        return new NewNode(NodeKind.Mapping, "", IsText: false, values, keys);

        void Add(string key, string? value)
        {
            if (value is null)
                return;
            keys.Add(key);
            values.Add(NewNode.OfText(value));
        }
    }

    private static string? PieceOf(string key, NewNode value)
    {
        var text =
            value.Kind == NodeKind.Sequence
            && key is Range or Limits
            && value.Items is [{ Kind: NodeKind.Scalar }, { Kind: NodeKind.Scalar }]
                ? $"{value.Items[0].Text}..{value.Items[1].Text}"
            : value.Kind == NodeKind.Scalar ? value.Text
            : null;
        var piece = key switch
        {
            _ when text is null || text.AsSpan().IndexOfAny('"', '\n', '\r') >= 0 => null,
            Description => $"\"{text}\"",
            Scan => $"scan {text}",
            Limits => $"limits {text}",
            _ => text,
        };
        return piece is not null && KeyOf(piece) == key ? piece : null;
    }

    // What a part behind the first one says, by the rules of ShortForm.
    private static string KeyOf(string piece) =>
        Numbers.TryRange(piece, out _) ? Range
        : piece is ['"', .., '"'] ? Description
        : piece.StartsWith("scan ", StringComparison.Ordinal) ? Scan
        : piece.StartsWith("limits ", StringComparison.Ordinal) ? Limits
        : TagKeys.AccessWords.Contains(piece) ? Access
        : Unit;

    // The first part: place and type.
    private static string? Placed(string text, string key, NewNode? value)
    {
        if (value is { Kind: not NodeKind.Scalar })
            return null;
        var first = text[Pieces(text)[0]];
        var start = first.Length - first.TrimStart().Length;
        var blank = first.AsSpan(start).TrimEnd().IndexOfAny(' ', '\t');
        var end = blank < 0 ? first.TrimEnd().Length : start + blank;
        if (key != Type)
            return $"{text[..start]}{value!.Text}{text[end..]}";
        var typed = first.TrimEnd().Length;
        return $"{text[..end]}{(value is null ? "" : $" {value.Text}")}{text[typed..]}";
    }

    private static bool Same(NewNode? read, NewNode wanted) =>
        read is not null
        && read.Keys.Count == wanted.Keys.Count
        && wanted.Keys.Zip(wanted.Items).All(pair => read[pair.First] is { } value && value.Text == TextOf(pair.First, pair.Second));

    private static string? TextOf(string key, NewNode value) =>
        value.Kind == NodeKind.Scalar ? value.Text
        : PieceOf(key, value) is not { } piece ? null
        : key == Limits ? piece[7..]
        : piece;

    private static List<System.Range> Pieces(string text)
    {
        var pieces = new List<System.Range>();
        for (var start = 0; start <= text.Length; )
        {
            var end = ShortForm.EndOfPiece(text, start);
            pieces.Add(start..end);
            start = end + 1;
        }
        return pieces;
    }
}

/// <summary>Members of a UDT in the short form, which is that of a tag without its place: <c>Real, rpm, 0..3000</c>.</summary>
internal static class MemberText
{
    // In front it makes a tag of a member.
    private const string Place = "0.0 ",
        Offset = "offset",
        Scan = "scan",
        Type = "type";

    /// <summary>True: a mapping holds the members of a UDT, or of a structure inside it.</summary>
    /// <param name="way">The way to the mapping.</param>
    /// <param name="node">The mapping.</param>
    public static bool IsList(TextTree tree, IReadOnlyList<Entry> way, int node)
    {
        if (way is not [{ Container: 0 } root, var type, ..] || !IsMapping(0) || !tree.Is(root.Child, "types"))
            return false;
        if (!IsMapping(type.Container) || tree.Is(type.Child, "from"))
            return false;
        // What has a type is a member in the long form; a UDT itself may have a member of that name.
        return way.Skip(2)
            .Select(static entry => entry.Container)
            .Append(node)
            .Select((inside, depth) => IsMapping(inside) && (depth == 0 || tree.FindKey(inside, Type) < 0))
            .All(static isOfMembers => isOfMembers);

        bool IsMapping(int at) => tree[at].Kind == NodeKind.Mapping;
    }

    /// <summary>The short form of a member; null: it has a key or value that the short form cannot say.</summary>
    /// <param name="member">Its keys, without its name.</param>
    public static string? Of(NewNode member) =>
        member.Kind == NodeKind.Mapping && member[Type] is { Text.Length: > 0 } && !member.Keys.Any(IsForeign)
            ? Without(ShortFormText.Of(member with { Items = [NewNode.OfText("0.0"), .. member.Items], Keys = [Offset, .. member.Keys] }))
            : null;

    /// <summary>The short form with another value of one key; null: it cannot say it.</summary>
    public static string? With(string text, string key, NewNode? value) =>
        IsForeign(key) || (key == Type && value is not { Text.Length: > 0 }) ? null : Without(ShortFormText.With(Place + text, key, value));

    /// <summary>The keys of a short form, each as a text; null: it is none.</summary>
    public static NewNode? Read(string text) =>
        ShortFormText.Read(Place + text) is { } tag && tag[Scan] is null ? tag.Without(Offset) : null;

    private static bool IsForeign(string key) => key is Offset or "address" or Scan;

    private static string? Without(string? tag) =>
        tag?.StartsWith(Place, StringComparison.Ordinal) == true ? tag[Place.Length..].TrimEnd() : null;
}
