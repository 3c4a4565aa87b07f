using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>
/// Warns of tags of one PLC that are possible but seldom intended, once for each kind: packed data has many numbers at odd bytes, and a list from another tool
/// many names with dots.
/// </summary>
internal sealed class UnlikelyTags(RawPlc plc, S7Profile profile, FindingList findings)
{
    // Their blocks put every number at an even byte; other controllers, and data copied from devices, do not.
    private readonly bool _isAligned = profile.Name is "s7-300" or "s7-400" or "s7-1200" or "s7-1500" or "winac";

    private RawTag? _odd,
        _dotted;
    private string _oddAddress = "";
    private int _oddCount;
    private bool _hasLevels;

    /// <summary>Checks a tag as the map has it.</summary>
    public void Add(RawTag tag, in S7Address address, TypeReference type)
    {
        var isWide =
            type.User is not null
            || (type.Elementary is { Capacity: 0, Kind: not (S7TypeKind.Bcd16 or S7TypeKind.Bcd32) } && type.Elementary.ElementSize > 1);
        if (
            _isAligned
            && isWide
            && address.Area == S7Area.DataBlock
            && (address.Offset & 1) != 0
            && tag.Details is not { Swap: not TagSwap.None }
        )
        {
            _oddCount++;
            if (_odd is null)
                (_odd, _oddAddress) = (tag, address.ToString());
        }
        _hasLevels |= tag.Group.Depth > 0 || tag.Name.Contains('/');
        if (_dotted is null && HasDottedLevels(tag.Name))
            _dotted = tag;
    }

    /// <summary>Called after all tags were added.</summary>
    public void Finish()
    {
        if (_odd is not null)
            findings.Warning(
                _odd.AddressSpot,
                $"{_oddAddress} begins at an odd byte, where no block of TIA Portal or STEP 7 has a number"
                    + $"{(_oddCount > 1 ? $" ({_oddCount - 1:N0} more of '{plc.Name}' do)" : "")}; check the address, unless the data is packed"
            );
        if (_dotted is not null && !_hasLevels)
            findings.Warning(
                _dotted.NameSpot,
                $"the dot in '{_dotted.Name}' is part of the name, levels are separated by '/'; write "
                    + $"'{_dotted.Name.Replace('.', '/')}' for folders"
            );
    }

    // Motor.Speed, but not V1.5 or Temp.2
    private static bool HasDottedLevels(string name)
    {
        var dot = name.IndexOf('.');
        if (dot <= 0)
            return false;
        foreach (var level in name.AsSpan().Split('.'))
        {
            var text = name.AsSpan()[level];
            if (text.Length < 2 || !char.IsLetter(text[0]) || text.Contains(' '))
                return false;
        }
        return true;
    }
}
