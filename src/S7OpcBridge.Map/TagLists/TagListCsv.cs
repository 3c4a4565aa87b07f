using System.Globalization;

namespace S7OpcBridge.Map.TagLists;

/// <summary>The list as CSV: a line per tag.</summary>
internal static class TagListCsv
{
    public static IEnumerable<string> Write(TagList list)
    {
        yield return CsvText.Line(
            "NodeId",
            "NamespaceUri",
            "Plc",
            "Name",
            "DataType",
            "ArrayLength",
            "S7Type",
            "Access",
            "Unit",
            "Low",
            "High",
            "Address",
            "Scan",
            "ScanMs",
            "Description"
        );
        foreach (var tag in list.Tags)
        {
            yield return CsvText.Line(
                tag.NodeId,
                list.Server.TagNamespace,
                tag.Plc,
                tag.Name,
                tag.DataType,
                Text(tag.ArrayLength),
                tag.S7Type,
                tag.AccessText,
                tag.Unit,
                Text(tag.Range?.Low),
                Text(tag.Range?.High),
                tag.Address,
                tag.Scan.Name,
                Text(tag.Scan.Interval.TotalMilliseconds),
                tag.Description
            );
        }
    }

    private static string Text(double? number) => number?.ToString(CultureInfo.InvariantCulture) ?? "";
}
