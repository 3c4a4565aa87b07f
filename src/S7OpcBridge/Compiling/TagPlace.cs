using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>Finds out where a tag lies: its address, or the offset in its group's data block.</summary>
internal static class TagPlace
{
    /// <summary>The address and the type that its spelling names (Kind None where it names none); false after a finding.</summary>
    public static bool TryFind(TagDraft tag, FindingList findings, out S7Address address, out S7DataType named)
    {
        (address, named) = (default, default);
        if (tag.Address is null)
        {
            findings.Error(tag.Spot, $"the tag '{tag.Name}' has no place; add 'address', or 'offset' inside a group with 'db'");
            return false;
        }
        if (!tag.IsOffset)
        {
            if (S7Address.TryParse(tag.Address, out address, out named, out var error))
                return true;
            findings.Error(tag.AddressSpot, error);
            return false;
        }
        if (tag.Group.Db is not { } db)
        {
            findings.Error(tag.AddressSpot, $"the offset '{tag.Address}' needs its data block; add 'db' to the group around it, or write an address such as DB1.DBD{tag.Address.Split('.')[0]}");
            return false;
        }
        if (!TryOffset(tag.Address, out var offset, out var bit))
        {
            findings.Error(tag.AddressSpot, $"'{tag.Address}' is no offset; write byte and bit as in TIA's Offset column, such as 4.0");
            return false;
        }
        if (offset + tag.Group.Start > 65535)
        {
            findings.Error(tag.AddressSpot, $"the offset {offset + tag.Group.Start} is beyond byte 65535, where a data block ends at the latest; check offset and start");
            return false;
        }
        address = new S7Address(S7Area.DataBlock, (ushort)db, offset + tag.Group.Start, bit);
        return true;
    }

    /// <summary>The width that the canonical spelling of an offset shows for a type.</summary>
    public static byte WidthOf(S7DataType type) => type switch
    {
        { Kind: S7TypeKind.Bool } => 1,
        { Capacity: > 0 } => 8,
        _ => type.ElementSize switch { 2 => 16, 4 => 32, _ => 8 },
    };

    private static bool TryOffset(ReadOnlySpan<char> text, out int offset, out byte bit)
    {
        bit = 0;
        var dot = text.IndexOf('.');
        return int.TryParse(dot < 0 ? text : text[..dot], NumberStyles.None, CultureInfo.InvariantCulture, out offset) && offset <= 65535
            && (dot < 0 || (byte.TryParse(text[(dot + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out bit) && bit <= 7));
    }
}
