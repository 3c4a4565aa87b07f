using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Step7;

/// <summary>A row of a symbol table of STEP 7 V5.</summary>
/// <param name="Operand">Its operand in English or German: <c>DB 18</c>, <c>E 0.0</c>, <c>MW 20</c>.</param>
/// <param name="Type">Its data type; of a block the block again.</param>
/// <param name="Spot">Where it stands.</param>
internal sealed record SymbolRow(string Symbol, string Operand, string Type, string Comment, SourceLocation Spot)
{
    /// <summary>Puts it into the list: a tag, the number of a data block, or nothing for code.</summary>
    public void AddTo(ImportDraft draft, string plc = "")
    {
        var operand = Operand.Replace(" ", "", StringComparison.Ordinal).ToUpperInvariant();
        if (operand.StartsWith("DB", StringComparison.Ordinal) && Cell.Whole(operand[2..]) is > 0 and var number)
        {
            draft.BlockNumbersOf(plc).TryAdd(Symbol, number);
            return;
        }
        // Code, types and tables of variables: nothing that has a value.
        if (operand.Length == 0 || Symbol.Length == 0 || Words.Any(word => operand.StartsWith(word, StringComparison.Ordinal)))
            return;
        var details = new TagDetails { Description = Comment.Length > 0 ? Comment : null };
        if (!S7Address.TryParse(operand, out var address, out var type, out var fault))
        {
            draft.LeaveOut(Spot, Symbol, fault);
            return;
        }
        if (address.Area is not (S7Area.Timers or S7Area.Counters))
        {
            var word = string.Join(' ', Type.Split(' ', StringSplitOptions.RemoveEmptyEntries));
            if (word.StartsWith("UDT", StringComparison.OrdinalIgnoreCase))
            {
                draft.Structures.Add(
                    new ImportedStructure(
                        plc,
                        [Symbol],
                        address with
                        {
                            Width = 8,
                            Bit = 0,
                        },
                        word.Replace(" ", "", StringComparison.Ordinal),
                        Access: null,
                        $"\"{Symbol}\"",
                        Spot
                    )
                );
                return;
            }
            if (word.Length > 0 && !S7DataType.TryParse(word, out type, out fault))
            {
                draft.LeaveOut(Spot, Symbol, fault);
                return;
            }
        }
        draft.Add(
            new ImportedTag
            {
                Plc = plc,
                Path = [Symbol],
                Address = address,
                Type = type,
                Symbol = $"\"{Symbol}\"",
                Details = details,
                Spot = Spot,
            }
        );
    }

    private static readonly string[] Words = ["FB", "FC", "OB", "SFB", "SFC", "UDT", "VAT", "SDB"];
}
