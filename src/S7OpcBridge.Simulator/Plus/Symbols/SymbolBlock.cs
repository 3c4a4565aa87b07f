using System.Buffers.Binary;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>A block on the CPU after a download: its type with all nested structures.</summary>
internal sealed class SymbolBlock
{
    private const uint BlockTypes = 0x920E_0000;
    private const uint StructTypes = 0x9181_0000;

    private readonly List<SymbolType> _types = [];

    private SymbolBlock(SoftBlock declared)
    {
        Declared = declared;
        Type = new SymbolType(BlockTypes | (uint)declared.Number, declared.Name);
        _types.Add(Type);
    }

    public SoftBlock Declared { get; }

    public uint Rid => PlusIds.DataBlock((ushort)Declared.Number);

    public SymbolType Type { get; }

    /// <summary>The type of the block and those of its structures.</summary>
    public IReadOnlyList<SymbolType> Types => _types;

    /// <summary>Time of the last change of its interface, in nanoseconds since 1970.</summary>
    public ulong Modified { get; private init; }

    /// <summary>Compiles a block. A member with the same type as before keeps its local id; a new member gets an unused one.</summary>
    /// <param name="declared">The block.</param>
    /// <param name="before">The previous block; null: none.</param>
    /// <param name="modified">The current time, in nanoseconds since 1970.</param>
    /// <exception cref="SoftPlcException">A declaration is invalid.</exception>
    public static SymbolBlock Compile(SoftBlock declared, SymbolBlock? before, ulong modified)
    {
        var block = new SymbolBlock(declared) { Modified = modified };
        foreach (var symbol in declared.Symbols)
            block.Add(symbol, before);
        block.Type.Place();
        if (block.Type.Size > PlcMemory.MaxBlockLength)
            throw new SoftPlcException(
                $"The block {declared.Name} has {block.Type.Size} bytes; a soft PLC's block has {PlcMemory.MaxBlockLength} at most."
            );
        return block;
    }

    /// <summary>What new memory contains: declared lengths of strings, the first date of each type, and the block's start values; all else is zero.</summary>
    /// <exception cref="SoftPlcException">A start value is invalid.</exception>
    public byte[] FreshMemory()
    {
        var memory = new byte[Type.Size];
        Initialise(Type, memory, 0);
        foreach (var start in Declared.Starts)
            StartValues.Apply(Type, start, memory);
        return memory;
    }

    private static void Initialise(SymbolType type, Span<byte> memory, int start)
    {
        foreach (var member in type.Members)
        {
            for (var i = 0; i < (member.IsArray ? member.Count : 1); i++)
            {
                var at = start + member.Offset + (i * member.ElementSize);
                switch (member.Element.Kind)
                {
                    case S7TypeKind.String:
                        memory[at] = (byte)member.Element.Capacity;
                        break;
                    case S7TypeKind.WString:
                        BinaryPrimitives.WriteUInt16BigEndian(memory[at..], (ushort)member.Element.Capacity);
                        break;
                    case S7TypeKind.DTL:
                        FirstDtl.CopyTo(memory[at..]);
                        break;
                    case S7TypeKind.DateAndTime:
                        FirstDateAndTime.CopyTo(memory[at..]);
                        break;
                    case S7TypeKind.None:
                        Initialise(member.Structure!, memory, at);
                        break;
                }
            }
        }
    }

    // 1970-01-01, a Thursday (5), and 1990-01-01, a Monday (2).
    private static ReadOnlySpan<byte> FirstDtl => [0x07, 0xB2, 1, 1, 5, 0, 0, 0, 0, 0, 0, 0];

    private static ReadOnlySpan<byte> FirstDateAndTime => [0x90, 1, 1, 0, 0, 0, 0, 2];

    private void Add(SoftSymbol symbol, SymbolBlock? before)
    {
        var steps = DeclaredPath.Parse(symbol.Path);
        var type = Type;
        var old = before?.Type;
        foreach (var step in steps.SkipLast(1))
        {
            var member = type.Find(step.Name);
            var oldMember = old?.Find(step.Name);
            if (member is null)
            {
                var structure = new SymbolType(StructTypes | ((uint)Declared.Number << 8) | (uint)_types.Count, $"{type.Name}.{step.Name}");
                _types.Add(structure);
                var stays = oldMember is { Structure: not null } && oldMember.Bounds.SequenceEqual(step.Bounds);
                member = type.Add(step.Name, default, structure, step.Bounds, Lid(type, old, stays ? oldMember : null));
            }

            type = member.Structure ?? throw new SoftPlcException($"'{symbol.Path}': {step.Name} is no structure.");
            old = oldMember?.Structure;
        }

        var (element, bounds) = ReadType(symbol);
        var last = steps[^1];
        if (last.Bounds.Count > 0)
            bounds = last.Bounds;
        var same =
            old?.Find(last.Name) is { } candidate && candidate.Element == element && candidate.Bounds.SequenceEqual(bounds)
                ? candidate
                : null;
        var added = type.Add(last.Name, element, element.Kind == S7TypeKind.DTL ? SymbolType.Dtl : null, bounds, Lid(type, old, same));
        added.IsAccessible = symbol.IsAccessible;
        added.IsWritable = symbol.IsWritable;
    }

    // Ids of removed members are not reused.
    private static uint? Lid(SymbolType type, SymbolType? old, SymbolMember? same)
    {
        if (same is not null)
            return same.Lid;
        if (old is null)
            return null;
        var used = old.Members.Concat(type.Members).Select(member => member.Lid).DefaultIfEmpty(0u).Max();
        return used + 1;
    }

    private static (S7DataType Element, IReadOnlyList<(int, int)> Bounds) ReadType(SoftSymbol symbol)
    {
        IReadOnlyList<(int, int)> bounds = [];
        var text = symbol.Type.AsSpan().Trim();
        if (
            text.StartsWith("Array", StringComparison.OrdinalIgnoreCase)
            && text.IndexOf('[') is > 0 and var open
            && text.IndexOf(']') is > 0 and var close
        )
        {
            bounds = DeclaredPath.Bounds(text[(open + 1)..close], symbol.Type);
            text = text[(close + 1)..].TrimStart();
            if (!text.StartsWith("of ", StringComparison.OrdinalIgnoreCase))
                throw new SoftPlcException($"'{symbol.Path}': '{symbol.Type}' is no type; write Array[0..9] of Int.");
            text = text[3..];
        }

        if (
            !S7DataType.TryParse(text, out var type, out var error)
            || type.IsArray
            || type.Kind is S7TypeKind.Bcd16 or S7TypeKind.Bcd32 or S7TypeKind.Chars
        )
            throw new SoftPlcException($"'{symbol.Path}': '{symbol.Type}' is no type of a symbol{(error.Length > 0 ? $": {error}" : ".")}");
        return (type, bounds);
    }
}
