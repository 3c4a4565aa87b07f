using System.Globalization;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// How many symbols a walk through the program of a CPU may still find, so that no description of a CPU, however wrong, takes time or memory without end. One
/// walk may have several starting points. Not thread-safe.
/// </summary>
public sealed class S7PlusSymbolBudget
{
    /// <summary>Most symbols; blocks, structures and elements count, too.</summary>
    public const int MostSymbols = 250_000;

    /// <summary>Most characters in the paths of all symbols.</summary>
    public const int MostCharacters = 32 << 20;

    /// <summary>Most bytes in the values of all symbols.</summary>
    public const int MostBytes = 64 << 20;

    private const string Remedy = "name only the parts of the program that are needed, or correct the declaration and download it";

    private int _symbols;
    private long _characters;
    private long _bytes;

    /// <summary>A budget of its own with what is left of this one.</summary>
    public S7PlusSymbolBudget Copy() =>
        new()
        {
            _symbols = _symbols,
            _characters = _characters,
            _bytes = _bytes,
        };

    /// <summary>Counts a symbol.</summary>
    /// <exception cref="S7PlusSymbolException">It is one too many.</exception>
    public void Count(S7PlusSymbol symbol)
    {
        Expect(symbol, 1);
        _symbols++;
        if ((_characters += symbol.Path.Length) > MostCharacters)
            throw new S7PlusSymbolException(
                symbol.Path,
                $"the paths of the symbols take more than {Text(MostCharacters)} characters; {Remedy}"
            );
        if ((_bytes += symbol.Item?.Shape.ByteLength ?? 0) > MostBytes)
            throw new S7PlusSymbolException(symbol.Path, $"the values of the symbols take more than {Text(MostBytes)} bytes; {Remedy}");
    }

    /// <summary>Checks, before they are made, that the members or elements of a symbol have room.</summary>
    internal void Expect(S7PlusSymbol symbol, int more)
    {
        if (more > MostSymbols - _symbols)
        {
            throw new S7PlusSymbolException(
                symbol.Path,
                (more == 1 ? "" : $"it has {Text(more)} {(symbol.IsArray ? "elements" : "members")}, and ")
                    + $"more than {Text(MostSymbols)} symbols are not taken; {Remedy}"
            );
        }
    }

    private static string Text(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
