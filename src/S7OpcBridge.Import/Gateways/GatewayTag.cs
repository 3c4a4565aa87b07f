using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Reads an address text; false: what is wrong with it.</summary>
internal delegate bool AddressReading(string text, out S7Address address, out S7DataType type, out string fault);

/// <summary>A tag of another gateway on its way into the list.</summary>
/// <param name="Plc">The PLC as the source names it.</param>
/// <param name="Path">Levels of its name.</param>
/// <param name="Address">Its address as written there.</param>
/// <param name="Spot">Where it stands.</param>
internal sealed record GatewayTag(string Plc, IReadOnlyList<string> Path, string Address, SourceLocation Spot)
{
    public TagAccess? Access { get; init; }

    public TimeSpan? Rate { get; init; }

    public TagDetails Details { get; init; } = new();

    /// <summary>NodeId text under which clients know it; null: none.</summary>
    public string? NodeId { get; init; }

    /// <summary>Puts the tag into the list, or says why not.</summary>
    public void AddTo(ImportDraft draft, AddressReading read)
    {
        if (read(Address, out var address, out var type, out var fault))
            AddTo(draft, address, type);
        else
            draft.LeaveOut(Spot, string.Join('/', Path), fault);
    }

    /// <summary>The same with an address that was read already.</summary>
    public void AddTo(ImportDraft draft, S7Address address, S7DataType type) =>
        draft.Add(
            new ImportedTag
            {
                Plc = Plc,
                Path = Path,
                Address = address,
                Type = type,
                Access = Access,
                Rate = Rate,
                Details = Details,
                NodeId = NodeId,
                Spot = Spot,
            }
        );
}
