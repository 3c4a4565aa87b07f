using System.Collections.Immutable;
using S7OpcBridge.Core.Symbols;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class SymbolBytesTests
{
    private static readonly string[] Types =
    [
        "Bool",
        "Int",
        "Real",
        "String[20]",
        "WString[10]",
        "Array[1..8] of DInt",
        "DTL",
        "LReal",
        "Char",
    ];

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void Another_node_reads_the_symbols_that_were_written(int seed)
    {
        var random = new Random(seed);
        var symbols = new CpuSymbols(
            Enumerable.Range(0, random.Next(1, 6)).ToImmutableDictionary(i => $"\"DB\".S{i}", _ => Any(random, 0))
        );
        var read = SymbolBytes.Read(SymbolBytes.Write(symbols));
        Assert.That(All(read), Is.EquivalentTo(All(symbols)));
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void Other_bytes_are_refused(byte[] bytes)
    {
        try
        {
            SymbolBytes.Read(bytes);
        }
        catch (InvalidDataException)
        {
            // The only exception that callers expect.
        }
    }

    private static CpuSymbol Any(Random random, int depth) =>
        new()
        {
            Name = $"N{random.Next(100)}",
            Symbol = $"\"DB\".N{random.Next(100)}",
            Type = depth > 2 || random.Next(2) == 0 ? TypeOf(Types[random.Next(Types.Length)]) : default,
            IsReadOnly = random.Next(2) == 0,
            IsArray = random.Next(2) == 0,
            Members = depth > 2 ? [] : [.. Enumerable.Range(0, random.Next(4)).Select(_ => Any(random, depth + 1))],
        };

    private static S7DataType TypeOf(string text) =>
        S7DataType.TryParse(text, out var type, out var error) ? type : throw new ArgumentException(error);

    private static IEnumerable<string> All(CpuSymbols symbols) => symbols.Found.Select(static one => $"{one.Key} {Text(one.Value)}");

    private static string Text(CpuSymbol symbol) =>
        $"{symbol.Name} {symbol.Symbol} {symbol.Type} {symbol.IsReadOnly} {symbol.IsArray} ({string.Join(", ", symbol.Members.Select(Text))})";
}
