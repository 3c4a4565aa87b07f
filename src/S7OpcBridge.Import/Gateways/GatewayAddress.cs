using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Addresses of other gateways, brought into the form that the map reads.</summary>
internal static partial class GatewayAddress
{
    private static readonly TagDetails Plain = new();

    /// <summary>nodeS7, as Node-RED writes it: <c>DB1,X0.1</c>, <c>DB1,DTZ10</c> in UTC, <c>DB1,RI4</c> in little-endian order, <c>MW20</c>.</summary>
    public static bool TryNodeS7(string text, out S7Address address, out S7DataType type, out TagDetails details, out string fault)
    {
        details = Plain;
        var plain = text.Trim();
        var little = Little().Match(plain);
        if (little.Success)
            plain = $"{little.Groups[1].Value}{little.Groups[2].Value}{little.Groups[3].Value}";
        if (Utc().Match(plain) is { Success: true } utc)
        {
            plain = $"{utc.Groups[1].Value}{utc.Groups[2].Value}";
            details = details with { TimeZone = "UTC" };
        }
        if (!S7Address.TryParse(plain, out address, out type, out fault))
            return false;
        type = TypeForWidth(address, type);
        if (little.Success)
            details = details with { Swap = type.ElementSize == 2 ? TagSwap.Byte : TagSwap.Both };
        return true;
    }

    /// <summary>Telegraf: <c>DB2.S1.32</c>, <c>DB1.X2.1</c>, <c>MK.W10</c>, <c>PE.X0.1</c>, <c>T.T5</c>.</summary>
    public static bool TryTelegraf(string text, out S7Address address, out S7DataType type, out string fault)
    {
        var plain = text.Trim().ToUpperInvariant();
        if (Telegraf().Match(plain) is { Success: true } parts)
        {
            var (area, word, rest) = (parts.Groups[1].Value, parts.Groups[2].Value, parts.Groups[3].Value);
            plain = area switch
            {
                "PE" => $"I{word}{rest}",
                "PA" => $"Q{word}{rest}",
                "MK" => $"M{word}{rest}",
                "T" or "C" => $"{area}{rest}",
                _ => $"{area},{word}{rest}",
            };
        }
        if (!S7Address.TryParse(plain, out address, out type, out fault))
            return false;
        type = TypeForWidth(address, type);
        return true;
    }

    /// <summary>PLC4X: <c>%DB4.DBW0:INT[3]</c>, <c>%M89:REAL</c>, <c>%DB400.DBX0.0:STRING</c>, <c>%DB4:16:SINT</c>.</summary>
    public static bool TryPlc4X(string text, out S7Address address, out S7DataType type, out string fault)
    {
        var plain = text.Trim();
        if (
            Plc4X().Match(plain) is { Success: true } parts
            && S7DataType.TryParse(parts.Groups[4].Value, out var named, out _)
            && named.Kind != S7TypeKind.Bool
        )
        {
            // The letter before the number says nothing beside a type.
            var place = parts.Groups[1].Value.StartsWith("DB", StringComparison.OrdinalIgnoreCase)
                ? $"{parts.Groups[1].Value}.DBB{parts.Groups[3].Value}"
                : $"{parts.Groups[1].Value}B{parts.Groups[3].Value}";
            if (S7Address.TryParse(place, out address, out _, out fault))
            {
                type = named;
                address = address with { Width = TagAddressResolver.WidthOf(named) };
                return address.Fits(type, out fault);
            }
        }
        return S7Address.TryParse(plain, out address, out type, out fault);
    }

    /// <summary>The type of an address that names a width only: Byte, Word, DWord.</summary>
    public static S7DataType TypeForWidth(in S7Address address, S7DataType type) =>
        type.Kind != S7TypeKind.None
            ? type
            : new S7DataType(
                address.Width switch
                {
                    8 => S7TypeKind.Byte,
                    16 => S7TypeKind.Word,
                    _ => S7TypeKind.DWord,
                }
            );

    [GeneratedRegex(@"^(DB\d+,)R(I|DI|INT|DINT|W|D|DW|WORD|DWORD|R|REAL)(\d.*)$", RegexOptions.IgnoreCase)]
    private static partial Regex Little();

    [GeneratedRegex(@"^(DB\d+,DTL?)Z(\d.*)$", RegexOptions.IgnoreCase)]
    private static partial Regex Utc();

    [GeneratedRegex(@"^(DB\d+|PE|PA|MK|T|C)\.([A-Z]+)(\d+(?:\.\d+)?)$")]
    private static partial Regex Telegraf();

    [GeneratedRegex(
        @"^%?(DB\d+|[IQM])(?:\.DB[XBWD]|:|[XBWD]?)(?<=(.))(\d+)(?:\.0)?:([A-Za-z_0-9]+(?:\(\d+\))?(?:\[\d+\])?)$",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Plc4X();
}
