using S7OpcBridge.Import.Lists;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Names and numbers of the data blocks of one PLC: by its own symbol table, else by those that name no PLC.</summary>
internal sealed class BlockSymbolTable
{
    private readonly Dictionary<string, int> _own,
        _common;
    private readonly Dictionary<int, string> _names = [];

    public BlockSymbolTable(ImportDraft draft, string plc)
    {
        (_own, _common) = (draft.BlockNumbersOf(plc), draft.BlockNumbersOf(""));
        foreach (var (symbol, number) in _own.Concat(_common))
            _names.TryAdd(number, symbol);
    }

    /// <summary>The number of a block; null: no table has its symbol.</summary>
    public int? NumberOf(string symbol) =>
        _own.TryGetValue(symbol, out var number) || _common.TryGetValue(symbol, out number) ? number : null;

    /// <summary>The symbol of a block; null: none.</summary>
    public string? NameOf(int number) => _names.GetValueOrDefault(number);
}
