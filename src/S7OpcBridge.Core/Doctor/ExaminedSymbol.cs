using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Doctor;

/// <summary>A tag or <c>browse</c> entry of a PLC with <c>protocol: s7plus</c>.</summary>
/// <param name="Name">The tag's name; the folder of a <c>browse</c> entry.</param>
/// <param name="Symbol">Its symbol; null: it has an absolute address.</param>
/// <param name="Range">The bytes of an absolute address.</param>
/// <param name="Type">The type of a tag with an absolute address; default: the CPU tells it.</param>
/// <param name="IsWritten">True: clients may write it.</param>
/// <param name="Fault">Returns how the map contradicts the CPU's symbol; null: there is nothing to compare.</param>
internal sealed record ExaminedSymbol(
    string Name,
    string? Symbol,
    S7Range Range,
    S7DataType Type,
    bool IsWritten,
    Func<S7PlusSymbol, string?>? Fault
)
{
    /// <summary>All of a PLC, in the order of the map.</summary>
    public static IReadOnlyList<ExaminedSymbol> ListFor(TagMap map, PlcDefinition plc) =>
        [
            .. map
                .Symbols.Where(entry => entry.Plc == plc.Index)
                .Select(entry => new ExaminedSymbol(
                    entry.Path,
                    entry.Symbol,
                    default,
                    default,
                    !entry.IsBrowse && entry.Access.HasFlag(TagAccess.Write),
                    entry.FaultWith
                )),
            .. map.TagsOf(plc.Index)
                .Where(tag => tag.Symbol is null)
                .Select(tag => new ExaminedSymbol(
                    tag.Name,
                    null,
                    tag.Address.RangeOf(tag.Type),
                    tag.Type,
                    tag.Access.HasFlag(TagAccess.Write),
                    null
                )),
        ];
}
