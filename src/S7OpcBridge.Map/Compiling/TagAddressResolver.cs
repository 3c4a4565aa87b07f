using System.Globalization;
using System.Text.RegularExpressions;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Resolves the address of a tag: as written, or from an offset in its group's data block.</summary>
internal static partial class TagAddressResolver
{
    /// <summary>Returns the address, and the type that its notation names (Kind None where it names none); false after a finding.</summary>
    public static bool TryFind(RawTag tag, FindingList findings, out S7Address address, out S7DataType named)
    {
        (address, named) = (default, default);
        if (tag.Address is null)
        {
            findings.Error(tag.Spot, $"the tag '{tag.Name}' has no address; add 'address', or 'offset' inside a group with 'db'");
            return false;
        }
        if (!tag.IsOffset)
        {
            if (S7Address.TryParse(tag.Address, out address, out named, out var error))
                return true;
            findings.Error(tag.AddressSpot, SymbolHint(tag.Address) ?? error);
            return false;
        }
        if (tag.Group.Db is not { } db)
        {
            findings.Error(
                tag.AddressSpot,
                $"the offset '{tag.Address}' needs its data block; add 'db' to the group around it, or write an address such as "
                    + $"DB1.DBD{tag.Address.Split('.')[0]}"
            );
            return false;
        }
        if (!TryOffset(tag.Address, out var offset, out var bit))
        {
            findings.Error(
                tag.AddressSpot,
                $"'{tag.Address}' is not an offset; write byte and bit as in TIA's Offset column, such as "
                    + $"{DecimalComma.Corrected(tag.Address) ?? "4.0"}"
            );
            return false;
        }
        if (offset + tag.Group.Start > 65535)
        {
            findings.Error(
                tag.AddressSpot,
                $"the offset {offset + tag.Group.Start} is beyond byte 65535, the end of the largest data block; check offset and "
                    + "start"
            );
            return false;
        }
        address = new S7Address(S7Area.DataBlock, (ushort)db, offset + tag.Group.Start, bit);
        return true;
    }

    // "DB_Pack".State.Running, Motor.Speed
    private static string? SymbolHint(string address) =>
        Symbol().IsMatch(address)
            ? $"'{address}' is a symbol, and 'address' takes absolute addresses; on a PLC with 'protocol: s7plus' write it as 'symbol', "
                + "else export the block as "
                + $"source from TIA Portal and name it among the tags, '- {{ from: block.db, db: 10 }}', or write the address such as DB10.DBX0.0"
            : null;

    [GeneratedRegex(@"^(""[^""]+""(\.|$)|(?!(DB|DI)\d)[A-Za-z_]\w*\.[A-Za-z_]\w*)", RegexOptions.IgnoreCase)]
    private static partial Regex Symbol();

    /// <summary>The width that the canonical address of an offset shows for a type.</summary>
    public static byte WidthOf(S7DataType type) =>
        type switch
        {
            { Kind: S7TypeKind.Bool } => 1,
            { Capacity: > 0 } => 8,
            _ => type.ElementSize switch
            {
                2 => 16,
                4 => 32,
                _ => 8,
            },
        };

    private static bool TryOffset(ReadOnlySpan<char> text, out int offset, out byte bit)
    {
        bit = 0;
        var dot = text.IndexOf('.');
        return int.TryParse(dot < 0 ? text : text[..dot], NumberStyles.None, CultureInfo.InvariantCulture, out offset)
            && offset <= 65535
            && (dot < 0 || (byte.TryParse(text[(dot + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out bit) && bit <= 7));
    }
}
