using System.Collections.Immutable;
using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Symbols;

/// <summary>Symbols of a CPU as bytes, for other nodes of a cluster.</summary>
internal static class SymbolBytes
{
    // Deeper than any type of a PLC program.
    private const int Deepest = 64;

    public static byte[] Write(CpuSymbols symbols)
    {
        var stream = new MemoryStream();
        using var to = new BinaryWriter(stream, Encoding.UTF8);
        to.Write7BitEncodedInt(symbols.Found.Count);
        foreach (var (symbol, found) in symbols.Found)
        {
            to.Write(symbol);
            Write(to, found);
        }
        to.Flush();
        return stream.ToArray();
    }

    /// <exception cref="InvalidDataException">These are no symbols.</exception>
    public static CpuSymbols Read(byte[] bytes)
    {
        try
        {
            using var from = new BinaryReader(new MemoryStream(bytes), Encoding.UTF8);
            var found = ImmutableDictionary.CreateBuilder<string, CpuSymbol>();
            for (var left = from.Read7BitEncodedInt(); left > 0; left--)
                found[from.ReadString()] = Read(from, 0);
            return new CpuSymbols(found.ToImmutable());
        }
        catch (Exception e) when (e is IOException or FormatException or ArgumentException)
        {
            throw new InvalidDataException($"The symbols of a CPU cannot be read: {e.Message}", e);
        }
    }

    private static void Write(BinaryWriter to, CpuSymbol symbol)
    {
        to.Write(symbol.Name);
        to.Write(symbol.Symbol);
        to.Write(symbol.IsValue ? symbol.Type.ToString() : "");
        to.Write((byte)((symbol.IsReadOnly ? 1 : 0) | (symbol.IsArray ? 2 : 0)));
        to.Write7BitEncodedInt(symbol.Members.Length);
        foreach (var member in symbol.Members)
            Write(to, member);
    }

    private static CpuSymbol Read(BinaryReader from, int depth)
    {
        var (name, symbol, text, flags, count) = (
            from.ReadString(),
            from.ReadString(),
            from.ReadString(),
            from.ReadByte(),
            from.Read7BitEncodedInt()
        );
        S7DataType type = default;
        if (text.Length > 0 && !S7DataType.TryParse(text, out type, out var error))
            throw new InvalidDataException($"The symbols of a CPU have an unknown type, '{text}': {error}");
        if (depth > Deepest)
            throw new InvalidDataException("The symbols of a CPU are nested too deep.");
        var members = ImmutableArray.CreateBuilder<CpuSymbol>();
        for (; count > 0; count--)
            members.Add(Read(from, depth + 1));
        return new CpuSymbol
        {
            Name = name,
            Symbol = symbol,
            Type = type,
            IsReadOnly = (flags & 1) != 0,
            IsArray = (flags & 2) != 0,
            Members = members.ToImmutable(),
        };
    }
}
