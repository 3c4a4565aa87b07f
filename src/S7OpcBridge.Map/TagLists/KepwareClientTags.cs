using System.Globalization;
using S7OpcBridge.Core;

namespace S7OpcBridge.Map.TagLists;

/// <summary>
/// The list as a tag import of Kepware for a device of its OPC UA Client driver: addresses are NodeIds, a group per PLC and level.
/// </summary>
/// <remarks>
/// Source: Kepware's CSV of tags, 17 columns; its data types are Boolean, Char, Byte, Short, Word, Long, DWord, LLong, QWord, Float, Double, String, Date.
/// </remarks>
internal static class KepwareClientTags
{
    private static readonly string[] Header =
    [
        "Tag Name",
        "Address",
        "Data Type",
        "Respect Data Type",
        "Client Access",
        "Scan Rate",
        "Scaling",
        "Raw Low",
        "Raw High",
        "Scaled Low",
        "Scaled High",
        "Scaled Data Type",
        "Clamp Low",
        "Clamp High",
        "Eng Units",
        "Description",
        "Negate Value",
    ];

    public static IEnumerable<string> Write(TagList list)
    {
        yield return CsvText.Line(Header);
        var names = new ImportedNames(c => char.IsLetterOrDigit(c) || c is '_' or ' ' or '-');
        foreach (var tag in list.Tags)
        {
            // A dot separates groups; names have no dots of their own.
            var name = names.Unique(string.Join('.', tag.Name.Split('/').Prepend(tag.Plc).Select(names.Clean)));
            var rate = Math.Max(10, tag.Scan.Interval.TotalMilliseconds).ToString("0", CultureInfo.InvariantCulture);
            yield return CsvText.Line(
                name,
                tag.NodeId,
                TypeOf(tag),
                "1",
                AccessOf(tag),
                rate,
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                tag.Unit,
                tag.Description,
                ""
            );
        }
    }

    // Default: the driver asks the server.
    private static string TypeOf(ListedTag tag)
    {
        var type = tag.Kind switch
        {
            TagValueKind.Boolean => "Boolean",
            TagValueKind.SByte => "Char",
            TagValueKind.Byte => "Byte",
            TagValueKind.Int16 => "Short",
            TagValueKind.UInt16 => "Word",
            TagValueKind.Int32 => "Long",
            TagValueKind.UInt32 => "DWord",
            TagValueKind.Int64 => "LLong",
            TagValueKind.UInt64 => "QWord",
            TagValueKind.Single => "Float",
            TagValueKind.Double or TagValueKind.Duration => "Double",
            TagValueKind.Text => "String",
            TagValueKind.DateTime => "Date",
            _ => "Default",
        };
        return type != "Default" && tag.ArrayLength is not null ? type + " Array" : type;
    }

    private static string AccessOf(ListedTag tag) =>
        tag.Access switch
        {
            TagAccess.Read => "RO",
            TagAccess.Write => "WO",
            _ => "R/W",
        };
}
