using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Tia;

/// <summary>A tag of a PLC tag table, as every export of TIA Portal tells it.</summary>
/// <param name="Table">Folders and name of the table, separated by backslashes or slashes.</param>
/// <param name="Name">Its symbol.</param>
/// <param name="Type">Its data type.</param>
/// <param name="Address">Its address with %.</param>
/// <param name="IsWritable">False where an HMI may not write it; null: not said.</param>
/// <param name="Spot">Where it stands.</param>
internal sealed record PlcTag(string Table, string Name, string Type, string Address, string Comment, bool? IsWritable, SourceLocation Spot)
{
    /// <summary>Puts the tag into the list, or says why not.</summary>
    /// <param name="draft">The list.</param>
    /// <param name="plc">The PLC, as the source names it; empty where it names none.</param>
    public void AddTo(ImportDraft draft, string plc = "")
    {
        if (Address.Length == 0)
        {
            draft.LeaveOut(Spot, Name, "it has no address");
            return;
        }
        string[] path = [.. Table.Split('\\', '/').Where(level => level.Length > 0), Name];
        var access = IsWritable switch
        {
            true => TagAccess.ReadWrite,
            false => TagAccess.Read,
            _ => (TagAccess?)null,
        };
        var symbol = $"\"{Name}\"";
        if (!S7Address.TryParse(Address, out var address, out var named, out var fault))
        {
            draft.LeaveOut(Spot, Name, fault);
        }
        else if (S7DataType.TryParse(Type, out var type, out fault))
        {
            // There is no letter for eight bytes and more: TIA Portal writes %M10.0 for an LReal.
            if (address is { Width: 1, Bit: 0 } && type.Kind != S7TypeKind.Bool && type.ElementSize > 4)
                address = address with { Width = 8 };
            draft.Add(
                new ImportedTag
                {
                    Plc = plc,
                    Path = path,
                    Address = address,
                    Type = address.Area is S7Area.Timers or S7Area.Counters ? named : type,
                    Symbol = symbol,
                    Access = access,
                    Details = new TagDetails { Description = Comment.Length > 0 ? Comment : null },
                    Spot = Spot,
                }
            );
        }
        else if (Type.Length > 0)
        {
            // A structure has no width: %I438.0 is its first byte.
            draft.Structures.Add(new ImportedStructure(plc, path, address with { Width = 8, Bit = 0 }, Type, access, symbol, Spot));
        }
        else
        {
            draft.LeaveOut(Spot, Name, fault);
        }
    }
}
