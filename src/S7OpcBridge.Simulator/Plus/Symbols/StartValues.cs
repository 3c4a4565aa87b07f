using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>Puts a start value into the fresh memory of a block.</summary>
internal static class StartValues
{
    private static readonly S7CodecOptions Options = new(System.Text.Encoding.Latin1, TimeZoneInfo.Utc);

    /// <summary>Applies one start value to all places that its path names.</summary>
    /// <param name="type">The type of the block.</param>
    /// <param name="start">The start value.</param>
    /// <param name="memory">The memory of the block.</param>
    /// <exception cref="SoftPlcException">The block has no such variable, or the literal is no value of its type.</exception>
    public static void Apply(SymbolType type, SoftStart start, Span<byte> memory) =>
        Apply(type, [.. DeclaredPath.Parse(SymbolNames.AsDeclaration(start.Path))], 0, memory, 0, start);

    private static void Apply(SymbolType type, PathStep[] steps, int next, Span<byte> memory, int at, SoftStart start)
    {
        var step = steps[next];
        var member = type.Find(step.Name) ?? throw new SoftPlcException($"The start value of '{start.Path}': there is no '{step.Name}'.");
        var isLast = next == steps.Length - 1;
        var places = PlacesOf(member, step, start);
        if (member.Structure is { } structure && !isLast)
        {
            foreach (var place in places)
                Apply(structure, steps, next + 1, memory, at + member.Offset + (place * member.ElementSize), start);
            return;
        }
        if (!isLast || (member.Structure is not null && member.Element.Kind == S7TypeKind.None))
            throw new SoftPlcException($"The start value of '{start.Path}' belongs to a structure; give it to its variables.");
        var literals = StartLiteral.ElementsOf(start.Value);
        for (var i = 0; i < places.Count; i++)
        {
            // A single literal is stored in all elements; a list that is too short leaves the rest as it is.
            if (
                (
                    literals.Count == 1 && !start.Value.StartsWith('[') ? literals[0]
                    : i < literals.Count ? literals[i]
                    : null
                ) is
                { } literal
            )
                Store(member, places[i], literal, memory, at, start);
        }
    }

    private static void Store(SymbolMember member, int place, string literal, Span<byte> memory, int at, SoftStart start)
    {
        if (!StartLiteral.TryParse(member.Element, StartNanoseconds.CutFrom(member.Element.Kind, literal), out var value))
            throw new SoftPlcException($"The start value of '{start.Path}': {literal} is no {member.Element}.");
        if (member.Element.Kind == S7TypeKind.Bool)
        {
            var bit = member.IsBits ? place : member.Bit;
            ref var target = ref memory[at + member.Offset + (bit >> 3)];
            target = (byte)((target & ~(1 << (bit & 7))) | ((value.Bits != 0 ? 1 : 0) << (bit & 7)));
            return;
        }
        var codec = S7Codec.Create(member.Element, 0, Options);
        var bytes = new byte[codec.Size];
        if (codec.Encode(value, bytes, out var written) != S7EncodeStatus.Ok)
            throw new SoftPlcException($"The start value of '{start.Path}': {literal} does not fit {member.Element}.");
        StartNanoseconds.Add(member.Element.Kind, literal, bytes);
        bytes.AsSpan(codec.WriteOffset, written).CopyTo(memory[(at + member.Offset + (place * member.ElementSize) + codec.WriteOffset)..]);
    }

    // The elements that a step names, counted from 0; of bits the padding is counted too.
    private static List<int> PlacesOf(SymbolMember member, in PathStep step, SoftStart start)
    {
        if (!member.IsArray)
            return step.Bounds.Count == 0
                ? [0]
                : throw new SoftPlcException($"The start value of '{start.Path}': {step.Name} is no array.");
        var named = step.Bounds.Count == 0 ? member.Bounds : step.Bounds;
        if (named.Count != member.Bounds.Count)
            throw new SoftPlcException($"The start value of '{start.Path}': {step.Name} has {member.Bounds.Count} dimensions.");
        List<int> places = [0];
        for (var i = 0; i < named.Count; i++)
        {
            var (lower, upper) = member.Bounds[i];
            if (named[i].Lower < lower || named[i].Upper > upper)
                throw new SoftPlcException($"The start value of '{start.Path}': {step.Name} goes from {lower} to {upper}.");
            var length = upper - lower + 1;
            if (member.IsBits && named.Count > 1 && i == named.Count - 1)
                length = (length + 7) & ~7;
            var (first, count) = (named[i].Lower - lower, named[i].Upper - named[i].Lower + 1);
            places = [.. places.SelectMany(before => Enumerable.Range(first, count).Select(index => (before * length) + index))];
        }
        return places;
    }
}
